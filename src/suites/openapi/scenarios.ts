import { isSuccess, type Scenario, Skip, type TestContext } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { type CredentialName, describeCredential } from "../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { isToBeRefused, violationId, violationsOf } from "./contract.js";
import { needsBearer, slugOf, type ValidRequest, validRequest, violate } from "./requests.js";
import { createdId } from "./resource.js";
import { type ApiState, isHarmless, type KnownItem, marksIn, type Twin } from "./state.js";
import { NoValue } from "./valid-values.js";
import type { Violation } from "./violations.js";

type ApiScenario = Scenario<ApiState>;
type Context = TestContext<ApiState>;

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const { operations } = contract;
  const harmless = [...operations.values()].filter((each) => isHarmless(each, operations.values()));
  const bySegments = harmless.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  return [
    ...bySegments.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(lookScenario),
    ...bySegments.filter(({ method }) => method !== "DELETE").map(validScenario),
    ...harmless.filter(({ method }) => method === "POST").map((each) => readBackScenario(each, operations)),
    ...harmless.flatMap(violationScenarios),
    ...credentialScenarios(
      harmless.filter((each) => each.method !== "DELETE" && needsBearer(contract, each)),
    ),
    ...bySegments
      .toReversed()
      .filter(({ method }) => method === "DELETE")
      .map((each) => goneScenario(each, operations)),
  ].filter((each) => each !== undefined);
}

function segmentsOf({ path }: Operation): number {
  return path.split("/").length;
}

/** What is created is there for what reads it; lists come before single items. */
function phaseOf({ method, path }: Operation): ApiScenario["phase"] {
  if (method === "POST") return "first-creation";
  return path.endsWith("}") ? "create" : "populate";
}

/** What is there before anything is created: items of others, which may be read. */
function lookScenario(operation: Operation): ApiScenario {
  return { ...validScenario(operation), id: `${slugOf(operation)}/valid/before`, phase: "empty" };
}

/** A valid request gets a success that is described; one with as little as possible, where the first was refused. */
function validScenario(operation: Operation): ApiScenario {
  const slug = slugOf(operation);
  return {
    id: `${slug}/valid`,
    title: `a valid request to ${operation.id} gets a response that is described`,
    expects: [`${slug}/server-error`],
    phase: phaseOf(operation),
    inputs: () => [null],
    run: async (t) => {
      let refusal = "";
      for (const bare of [false, true]) {
        const valid = makeRequest(() => validRequest(t.state, operation, { bare }));
        const parsed = await t.sendAnyway(valid.request);
        const status = parsed?.response.status ?? 0;
        if (isSuccess(status)) {
          t.state.twins.set(operation.id, valid);
          return;
        }
        refusal = `${status}${messageIn(parsed?.json)}`;
      }
      throw new Skip("untested", `no valid request got a 2xx: ${refusal}`);
    },
  };
}

/** @throws Skip where no value can be made */
function makeRequest(make: () => ValidRequest): ValidRequest {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue)
      throw new Skip("untested", `no valid request can be made: ${error.message}`);
    throw error;
  }
}

function messageIn(json: Json | undefined): string {
  if (!isJsonObject(json)) return "";
  const text = [json["message"], json["detail"], json["error"], json["title"]].find(
    (each) => typeof each === "string",
  );
  return text === undefined ? "" : ` ${JSON.stringify(text)}`;
}

/** @throws Skip where no valid request got a 2xx: then nothing shows what a refusal is for */
function twinOf({ state }: Context, { id }: Operation): Twin {
  const twin = state.twins.get(id);
  if (twin === undefined)
    throw new Skip("untested", "no valid request got a 2xx, so that no refusal would show anything");
  return twin;
}

/** What a creation answers with can be read at its address, and has the plain values that were sent. */
function readBackScenario(operation: Operation, operations: Contract["operations"]): ApiScenario | undefined {
  const read = [...operations.values()].find(
    (each) =>
      each.method === "GET" &&
      each.path.startsWith(`${operation.path}/{`) &&
      segmentsOf(each) === segmentsOf(operation) + 1,
  );
  if (read === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/read-back`,
    title: `what ${operation.id} creates can be read with ${read.id}`,
    phase: "create",
    inputs: () => [null],
    run: async (t) => {
      const twin = twinOf(t, operation);
      const valid = makeRequest(() => validRequest(t.state, operation, { bare: isBare(twin) }));
      const { response, json } = await t.send(valid.request);
      const resource = t.state.resources.get(read.path);
      const id = resource && createdId(resource, { path: valid.request.path, response, json });
      const created = t.state.items.find((item) => item.own && item.resource === resource && item.id === id);
      if (!isSuccess(response.status) || response.status === 202 || created === undefined)
        throw new Skip("untested", "no creation told the id of what it created");
      const found = await readItem(t, read, created);
      const isFound = found !== undefined;
      t.expect(isFound, {
        problem: "not found",
        expected: `2xx with what was created`,
        actual: "it is not found at its address",
        at: { in: "status" },
      });
      if (found !== undefined) expectSame(t, valid.body, found);
    },
  };
}

function isBare({ request }: Twin): boolean {
  return request.label.includes("required only");
}

/** The item at its address, waited for as long as the run allows; undefined if there is none. */
async function readItem(t: Context, read: Operation, item: KnownItem): Promise<Json | undefined> {
  const valid = makeRequest(() => validRequest(t.state, read, { bare: true }));
  const query = valid.request.path.includes("?")
    ? valid.request.path.slice(valid.request.path.indexOf("?"))
    : "";
  const until = t.state.elapsed() + t.state.settle;
  for (;;) {
    const accepts = [...valid.request.accepts, { status: 404, schema: "" }];
    const { response, json } = await t.send({
      ...valid.request,
      accepts,
      path: `${item.path}${query}`,
      label: "what was created",
    });
    if (isSuccess(response.status)) return json ?? null;
    if (response.status !== 404) throw new Skip("untested", `it may not be read: ${response.status}`);
    if (t.state.elapsed() >= until) return undefined;
    await t.state.pause(50);
  }
}

/** Names of members that a server may make of its own. */
const ownNames =
  /(^|_|[a-z])(id|ids|no|number|position|order|rank|version|count|total|pass\w*|secret|slug|handle|mail|login|user\w*)$/i;

/**
 * Compares what is plain: whole numbers, and texts that only this request has, which a server may write in other letters.
 * What has a default, a state or a name for itself is the server's.
 */
function expectSame(t: Context, sent: Json | undefined, found: Json): void {
  if (!isJsonObject(sent) || !isJsonObject(found)) return;
  for (const [name, value] of Object.entries(sent)) {
    const shown = Object.hasOwn(found, name) ? found[name] : undefined;
    const isPlain =
      typeof value === "bigint" ||
      (typeof value === "string" && /^Pedigree /.test(value) && marksIn(t.state, value).length > 0);
    if (shown === undefined || !isPlain || ownNames.test(name) || typeof shown !== typeof value) continue;
    const same = renderJson(shown).toLowerCase() === renderJson(value).toLowerCase();
    t.expect(same, {
      problem: `another ${name}`,
      expected: `${name} is ${renderJson(value)}, as it was sent`,
      actual: renderJson(shown),
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/**
 * Two scenarios for each place and keyword. The first one learns what is refused. The second judges what was accepted
 * although its like is refused elsewhere: where all of its kind is accepted, that is the framework's habit.
 */
function violationScenarios(operation: Operation): readonly ApiScenario[] {
  return violationsOf(operation).flatMap((violation) => {
    const id = violationId(operation, violation);
    const title = `${operation.id} is asked with a ${violation.place.in} in which ${violation.label}`;
    const send = async (t: Context): Promise<number> => {
      const { response } = await t.send(violatingRequest(t, operation, violation));
      return response.status;
    };
    const learn: ApiScenario = {
      id,
      title,
      phase: "read",
      inputs: () => [null],
      run: async (t) => {
        const known = t.state.leniency.get(violation.family) ?? { refused: 0, accepted: new Set<string>() };
        t.state.leniency.set(violation.family, known);
        const status = await send(t);
        if (status === 400 || status === 422) {
          known.refused += 1;
          return;
        }
        if (!isSuccess(status))
          throw new Skip(
            "untested",
            `it was answered with ${status}, which says nothing of what is violated`,
          );
        known.accepted.add(id);
        throw new Skip(
          "untested",
          "it is accepted, as all of its kind is: a habit of the server, or of its framework",
        );
      },
    };
    if (!isToBeRefused(operation, violation)) return [{ ...learn, run: send }];
    const judge: ApiScenario = {
      id: `${id}/unlike-others`,
      title: `${title}, as it refuses its like elsewhere`,
      phase: "credentials",
      inputs: ({ leniency }) => {
        const { refused = 0, accepted } = leniency.get(violation.family) ?? {};
        return refused > 0 && accepted?.has(id) === true ? [null] : [];
      },
      run: async (t) => {
        const status = await send(t);
        t.expect(!isSuccess(status), {
          check: id,
          problem: "accepted",
          expected: "a refusal with 4xx",
          actual: `${status}, although ${violation.label}`,
          at: { in: "status" },
        });
      },
    };
    return [learn, judge];
  });
}

function violatingRequest(t: Context, operation: Operation, violation: Violation) {
  const twin = twinOf(t, operation);
  if (violation.place.in === "query" || violation.place.name === "") return violate(twin, violation);
  const members = isJsonObject(twin.body) ? twin.body : {};
  if (!Object.hasOwn(members, violation.place.name))
    throw new Skip("untested", `no accepted body has ${violation.place.name}`);
  // Another one that is valid but for this place: what was created once may not be created again.
  return violate(
    makeRequest(() => validRequest(t.state, operation, { bare: isBare(twin) })),
    violation,
  );
}

/** The last characters of a token may be padding, and its scheme may be written in any letters. */
const nearMisses = ["first character removed", "middle character changed", "characters appended"] as const;

const badCredentials = (state: ApiState): readonly CredentialName[] => [
  { kind: "missing" },
  { kind: "wrong", key: `wrong-${state.token()}` },
  ...nearMisses
    .filter((miss) => state.misses.includes(miss))
    .map((miss) => ({ kind: "near-miss", miss }) as const),
];

/**
 * Nobody is served without a valid credential. The first scenario learns who is; the others judge, since a server of which
 * no operation asks for any lacks a gateway rather than a check in each.
 */
function credentialScenarios(operations: readonly Operation[]): readonly ApiScenario[] {
  const send = async (t: Context, operation: Operation, credential: CredentialName): Promise<number> => {
    twinOf(t, operation);
    const { request } = makeRequest(() => validRequest(t.state, operation, { bare: true }));
    const accepts = [401, 403].map((status) => ({ status, schema: "" }));
    const label = describeCredential(credential);
    const { response } = await t.send({ ...request, accepts, credential, label });
    return response.status;
  };
  const served = (status: number, credential: CredentialName) => ({
    problem: "served",
    expected: "401, or another refusal",
    actual: `${status} with ${describeCredential(credential)}`,
    at: { in: "status" } as const,
  });
  const everywhere: ApiScenario = {
    id: "request/credential",
    title: "some operation asks for a credential",
    phase: "final",
    inputs: ({ unauthenticated }) =>
      unauthenticated.refused === 0 && unauthenticated.served.size > 1
        ? [[...unauthenticated.served][0]]
        : [],
    run: async (t, id) => {
      const operation = operations.find((each) => each.id === id);
      if (operation === undefined) return;
      const status = await send(t, operation, { kind: "missing" });
      t.expect(!isSuccess(status), {
        ...served(status, { kind: "missing" }),
        problem: "no operation asks for a credential",
        expected: "401 from some operation: is what stands in front of the server missing?",
      });
    },
  };
  return [
    ...operations.flatMap((operation): readonly ApiScenario[] => {
      const id = `${slugOf(operation)}/credential`;
      const title = `${operation.id} serves nobody without a valid credential`;
      return [
        {
          id,
          title,
          phase: "read",
          inputs: badCredentials,
          run: async (t, input) => {
            const status = await send(t, operation, input as CredentialName);
            const { unauthenticated } = t.state;
            if (!isSuccess(status)) {
              unauthenticated.refused += 1;
              return;
            }
            unauthenticated.served.add(operation.id);
            throw new Skip("untested", "no operation asks for a credential");
          },
        },
        {
          id: `${id}/unlike-others`,
          title,
          phase: "credentials",
          inputs: (state) => {
            const { refused, served: some } = state.unauthenticated;
            const isAlone = operations.length === 1;
            return some.has(operation.id) && (refused > 0 || isAlone) ? badCredentials(state) : [];
          },
          run: async (t, input) => {
            const credential = input as CredentialName;
            const status = await send(t, operation, credential);
            t.expect(!isSuccess(status), { check: id, ...served(status, credential) });
          },
        },
      ];
    }),
    ...(operations.length > 1 ? [everywhere] : []),
  ];
}

/** What the run created is deleted, and gone then. */
function goneScenario(operation: Operation, operations: Contract["operations"]): ApiScenario {
  const read = [...operations.values()].find(
    ({ method, path }) => method === "GET" && path === operation.path,
  );
  const slug = slugOf(operation);
  return {
    id: read === undefined ? `${slug}/valid` : `${slug}/gone`,
    title: `what ${operation.id} deletes is gone`,
    expects: [`${slug}/valid`, `${slug}/server-error`],
    phase: "final",
    inputs: ({ items }) =>
      items
        .filter(({ own, resource }) => own && resource.itemPath === operation.path)
        .map(({ id, path }) => ({ id, path })),
    run: async (t, input) => {
      const { path } = input as Pick<KnownItem, "path">;
      const valid = makeRequest(() => validRequest(t.state, operation, { bare: true }));
      const query = valid.request.path.includes("?")
        ? valid.request.path.slice(valid.request.path.indexOf("?"))
        : "";
      const item = t.state.items.find((each) => each.path === path);
      const before = read === undefined || item === undefined ? undefined : await shownAt(t, read, item);
      const { response } = await t.send({ ...valid.request, path: `${path}${query}` });
      if (!isSuccess(response.status)) throw new Skip("untested", `it was not deleted: ${response.status}`);
      if (read === undefined || item === undefined || response.status === 202) return;
      if (before === undefined) throw new Skip("untested", "it could not be read before it was deleted");
      const found = await isStillThere(t, read, item, before);
      t.expect(!found, {
        problem: "still there",
        expected: "404 or 410",
        actual: "2xx: it is still served",
        at: { in: "status" },
      });
    },
  };
}

/** What is shown of an item, as text; undefined where it is not found, or nothing is shown. */
async function shownAt(t: Context, read: Operation, { path }: KnownItem): Promise<string | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read, { bare: true }));
  const accepts = [200, 404, 410].map((status) => ({ status, schema: "" }));
  const { response, json } = await t.send({ ...request, accepts, path, label: "an item of the run" });
  return isSuccess(response.status) && json !== undefined && json !== null ? renderJson(json) : undefined;
}

/** A server may go on showing what was deleted, as long as it shows another representation of it. */
async function isStillThere(t: Context, read: Operation, item: KnownItem, before: string): Promise<boolean> {
  const until = t.state.elapsed() + t.state.settle;
  for (;;) {
    if ((await shownAt(t, read, item)) !== before) return false;
    if (t.state.elapsed() >= until) return true;
    await t.state.pause(50);
  }
}
