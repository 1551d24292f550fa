import type { RunState } from "../../engine/index.js";
import {
  parseExchange,
  type Scenario,
  statusChoice,
  type TestContext,
  unlessSkipped,
} from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import {
  type Acceptable,
  type Case,
  type CredentialName,
  describeCredential,
  type OtherForm,
} from "../../transport/index.js";
import { type BadCredential, badCredentials } from "../../values/index.js";

/** The source of requests of a description's operations, each with any credential. */
export interface SecuritySource<State extends RunState = RunState> {
  /** Ids of the secured operations. */
  operations(state: State): readonly string[];
  /** Draws what a valid request may need, before it is sent. Plain data. */
  draft(state: State): Json;
  /** A valid request of an operation, as far as its credential goes. */
  request(t: TestContext<State>, secured: SecuredRequest): Promise<Case>;
  /** A valid request that reads several items. */
  list(state: State, size: "usual" | "smallest"): Case;
  /** A request that is refused for its body. */
  refusable(state: State): Case;
}

/** A request of one operation with one credential. */
export interface SecuredRequest {
  readonly operation: string;
  readonly credential: CredentialName;
  readonly draft: Json;
}

/** 401 with an error. */
const unauthorized: readonly Acceptable[] = [{ status: 401, schema: "Error" }];

const missing: CredentialName = { kind: "missing" };
/** After so long, in ms, a connection is used again: that is where a server may remember the good key. */
const untilIdle = 10;

/** Returns the members of a case with such a credential, which has to be refused. */
export function refusedFor(check: string, credential: CredentialName) {
  return { label: describeCredential(credential), accepts: unauthorized, check, credential };
}

/** Checks that the key is asked for on every operation, in every situation, and that only the good one counts. */
export function securityScenarios(source: SecuritySource): readonly Scenario[] {
  const listWithoutKey = (state: RunState): Case => ({
    ...source.list(state, "usual"),
    ...refusedFor("credential/missing", missing),
  });
  return [
    ...refusals(source),
    {
      id: "credential/missing/early",
      title: "a request without a key is refused also before anything was added",
      phase: "empty",
      inputs: () => [null],
      run: (t) => t.send(listWithoutKey(t.state)),
    },
    {
      id: "credential/challenge/after-refusal",
      title:
        "a request without a key, right after one that was refused for its body, is refused with a scheme",
      expects: ["credential/missing"],
      phase: "credentials",
      inputs: () => [null],
      run: async (t) => {
        await t.state.clock.pause(untilIdle);
        // Whatever comes of it, and whether or not it may be sent: the question is the next one.
        if (!t.state.settings.readOnly) await unlessSkipped(() => t.send(source.refusable(t.state)));
        await t.state.clock.pause(untilIdle);
        await t.send(listWithoutKey(t.state));
      },
    },
    {
      id: "credential/missing/detours",
      title: "no other spelling of the address, and no header, shows items without a key",
      phase: "credentials",
      inputs: (state) => detours(source.list(state, "usual"), state.settings.readOnly),
      run: async (t, request) => {
        const exchange = await t.sendUnchecked(request as Case);
        const { outcome } = exchange;
        if (outcome.kind === "transport-error" || outcome.status !== 200) return;
        const { json, violations } = parseExchange(exchange, outcome, t.state.validate);
        const shown = Array.isArray(json) && violations.length === 0 ? json.length : 0;
        t.expect(shown === 0, {
          problem: "served without a key",
          expected: "401, or no items at all",
          actual: `200 with ${shown} items`,
          at: { in: "status" },
        });
      },
    },
    {
      id: "credential/wrong/beside",
      title: "each request is judged by its own key, also where others are served at the same time",
      expects: ["credential/missing", "credential/good"],
      phase: "credentials",
      inputs: () => [null],
      happensOnce: "requests have to meet in the server at the same moment, which they do not each time",
      run: async (t) => {
        const good = source.list(t.state, "smallest");
        const beside = (check: string, credential: CredentialName): Case => {
          const { label, ...refused } = refusedFor(check, credential);
          return { ...good, ...refused, label: `${label}, beside good keys` };
        };
        const wrong = beside("credential/wrong", { kind: "wrong", key: `wrong-${t.state.words.marker()}` });
        const keyless = beside("credential/missing", missing);
        // More than one of each: a race is not lost each time.
        const ended = await Promise.allSettled(
          [wrong, good, keyless, good, wrong, good].map((request) => t.send(request)),
        );
        // All of them are to be over before what went wrong is said.
        for (const each of ended) if (each.status === "rejected") throw each.reason;
      },
    },
    {
      id: "credential/scheme-case",
      title: "the effect of upper and lower case in the name of the scheme",
      phase: "credentials",
      inputs: () => ["scheme bearer in small letters", "scheme BEARER in capitals"],
      run: async (t, form) => {
        const credential = { kind: "other-form", form: form as OtherForm } as const;
        const { check: _, ...request } = source.list(t.state, "usual");
        const label = describeCredential(credential);
        const accepts = [...request.accepts, ...unauthorized];
        const { response } = await t.send({ ...request, label, accepts, credential });
        t.observe("credential/scheme-case", statusChoice(response.status), label);
      },
    },
  ];
}

/** No key, wrong keys, altered ones, and the good one in another form. */
function refusals(source: SecuritySource): readonly Scenario[] {
  const refusal = (
    id: string,
    title: string,
    kind: BadCredential["kind"],
    madeUp: (state: RunState) => readonly CredentialName[] = () => [],
  ): Scenario => ({
    id,
    title,
    phase: "credentials",
    isTypical: id === "credential/wrong",
    inputs: (state) => {
      const operations = source.operations(state);
      const bad = badCredentials(state.key.misses).filter((each) => each.kind === kind);
      const credentialsOf = (isFrequent: boolean): readonly CredentialName[] =>
        bad.flatMap((each) => (each.isFrequent === isFrequent ? [each.credential] : []));
      const on = (credential: CredentialName, among: readonly string[]): readonly SecuredRequest[] =>
        among.map((operation) => ({ operation, credential, draft: source.draft(state) }));
      return [
        ...[...madeUp(state), ...credentialsOf(true)].flatMap((credential) => on(credential, operations)),
        // In a short run, each of these is tried on one operation only.
        ...credentialsOf(false).flatMap((credential, index) => {
          const turn = index % operations.length;
          return on(credential, state.settings.thorough ? operations : operations.slice(turn, turn + 1));
        }),
      ];
    },
    run: async (t, input) => {
      const secured = input as SecuredRequest;
      return t.send({ ...(await source.request(t, secured)), ...refusedFor(id, secured.credential) });
    },
  });
  return [
    refusal("credential/missing", "a request without a key is refused on every operation", "missing"),
    refusal(
      "credential/wrong",
      "a request with a wrong key is refused on every operation",
      "wrong",
      (state) => [{ kind: "wrong", key: `wrong-${state.words.marker()}` }],
    ),
    refusal(
      "credential/altered",
      "a key that is nearly the good one is refused on every operation",
      "altered",
    ),
    refusal(
      "credential/scheme",
      "the good key in another form than Bearer is refused on every operation",
      "form",
    ),
  ];
}

/** A response to them may be anything: only the items in it would be too much. */
function detours(list: Case, readOnly: boolean): readonly Case[] {
  const { check: _, ...plain } = list;
  const { path } = list;
  const encoded = `${path.slice(0, -2)}%${path.charCodeAt(path.length - 2).toString(16)}${path.slice(-1)}`;
  const ways: readonly (readonly [label: string, change: Partial<Case>])[] = [
    ["a letter of the path percent-encoded", { path: encoded }],
    ["a slash after the path", { path: `${path}/` }],
    ["a parameter of the path", { path: `${path};a=b` }],
    ["said to come from the server itself", { headers: [["X-Forwarded-For", "127.0.0.1"]] }],
  ];
  // A read-only run is a guest: it sends no address that the description lacks, and no header that claims another origin.
  const allowed = readOnly ? ways.slice(0, 1) : ways;
  return allowed.map(([label, change]) => ({
    ...plain,
    accepts: [...unauthorized, ...list.accepts],
    credential: missing,
    label: `no credential, ${label}`,
    ...change,
  }));
}
