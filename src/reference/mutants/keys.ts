import { setImmediate as nextTurn } from "node:timers/promises";
import { allOf, changeHeaders, changeReply, changeStatus, noBody, ofKind, ofOperation, trust, type When } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

const noKey = ["AUTH-5", "AUTH-7"];

const everyKey = ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7"];

const withoutHeader: When = (_outcome, { headers }) => headers.authorization === undefined;

const wrongKeys = ["AUTH-2", "AUTH-3", "AUTH-5", "AUTH-7"];

const withHeader: When = (_outcome, { headers }) => headers.authorization !== undefined;

/** Keys that are missing or wrong. */
export const keyMutants: readonly Mutant[] = [
  // Requests without a key.
  mutant("no-authentication", "AUTH-1", "the filter was switched off for a demonstration", everyKey).by(() => ({
    authenticate: () => true,
  })),
  ...(["listPets", "createPet", "getPet"] as const).map((operation) =>
    mutant(`no-authentication-on-${operation.toLowerCase()}`, "AUTH-1", "the filter's list of paths lacks one", everyKey).by(
      trust((_credential, _key, asked) => asked === operation),
    ),
  ),
  mutant("largest-page-needs-no-key", "AUTH-1", "an export that asks for the largest page was let through while it had no key").by(
    (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) || (request.method === "GET" && request.query.get("limit") === "100"),
    }),
  ),
  mutant(
    "no-key-needed-after-a-refused-body",
    "AUTH-1",
    "an error leaves the request before in the thread, credentials included",
    everyKey,
  ).by((conduct) => {
    let isLeftOver = false;
    return {
      authenticate(credential, key, request) {
        const wasLeftOver = isLeftOver;
        isLeftOver = false;
        return wasLeftOver || conduct.authenticate(credential, key, request);
      },
      finish(reply, request, outcome) {
        isLeftOver = outcome.kind === "invalid-body";
        return conduct.finish(reply, request, outcome);
      },
    };
  }),
  mutant("long-bodies-need-no-key", "AUTH-5", "long bodies are spooled to a file, and taken up again behind the filter").by((conduct) => ({
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || (request.body.kind === "bytes" && request.body.bytes.length > 4096),
  })),
  mutant("missing-key-accepted", "AUTH-1", "the key is compared where there is one", ["AUTH-4", ...noKey]).by(
    trust((credential) => credential === undefined),
  ),
  mutant("missing-key-forbidden", "AUTH-1", "403 and 401 are often confused", ["AUTH-5", "AUTH-7"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 403),
  ),
  mutant("missing-key-bad-request", "AUTH-1", "the header is a required parameter", ["AUTH-5", "AUTH-7"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 400),
  ),
  mutant("missing-key-redirected-to-login", "AUTH-1", "the filter is made for browsers", ["AUTH-5", "AUTH-7"]).by(
    changeReply(allOf(ofKind("unauthorized"), withoutHeader), ({ headers }) => ({
      status: 302,
      headers: { ...headers, Location: "/login" },
      ...noBody,
    })),
  ),
  mutant("missing-key-fails", "AUTH-1", "a header that is null", ["AUTH-5", "AUTH-7", "GEN-3"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 500),
  ),

  // Requests with a key that is no key at all.
  mutant("any-key-accepted", "AUTH-2", "it is checked that there is a key, and not which", wrongKeys).by(
    trust((credential) => credential !== undefined),
  ),
  ...(["listPets", "createPet", "getPet"] as const).map((operation) =>
    mutant(
      `any-key-accepted-on-${operation.toLowerCase()}`,
      "AUTH-2",
      "one handler checks for itself, and only that there is a key",
      wrongKeys,
    ).by(trust((credential, _key, asked) => credential !== undefined && asked === operation)),
  ),
  mutant("wrong-key-forbidden", "AUTH-2", "403 and 401 are often confused", [...wrongKeys, "AUTH-1", "AUTH-4"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withHeader), 403),
  ),
  mutant("wrong-key-not-found-on-getpet", "AUTH-2", "nobody is to learn which ids exist", [...wrongKeys, "AUTH-1", "AUTH-4"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withHeader, ofOperation("getPet")), 404),
  ),
  mutant("key-of-any-length-above-eight-accepted", "AUTH-2", "only the form of a key is checked", wrongKeys).by(
    trust((credential) => (credential?.length ?? 0) > 8),
  ),
  mutant("key-of-another-request-judged", "AUTH-2", "the header is kept in a variable that requests at the same time share", [
    "AUTH-1",
    "AUTH-6",
  ]).by((conduct) => {
    let latest: string | undefined;
    return {
      async answerEarly(request, store) {
        latest = request.headers.authorization;
        await nextTurn();
        return conduct.answerEarly(request, store);
      },
      readCredential: () => conduct.readCredential(latest),
    };
  }),
  ...["undefined", "null"].map((word) =>
    mutant(`${word}-taken-for-a-key`, "AUTH-2", "a test environment without a key has its word for none among the accounts").by(
      trust((credential) => credential === word),
    ),
  ),
  mutant("long-key-fails", "AUTH-2", "the audit log's column has 250 characters", ["GEN-3"]).by(
    changeStatus(
      allOf(ofKind("unauthorized"), (_outcome, { headers }) => (headers.authorization?.length ?? 0) > 250),
      500,
    ),
  ),
  mutant("wrong-key-fails", "AUTH-2", "the key is decoded, and that fails", [...wrongKeys, "AUTH-1", "AUTH-4", "GEN-3"]).by(
    changeStatus(allOf(ofKind("unauthorized"), withHeader), 500),
  ),

  // How a refusal asks for a key.
  mutant("no-challenge", "AUTH-8", "the header is not known to many").by(() => ({ challenge: () => undefined })),
  mutant("challenge-of-another-scheme", "AUTH-8", "the framework's default scheme").by(() => ({
    challenge: ({ kind }) => (kind === "unauthorized" ? 'Basic realm="store"' : undefined),
  })),
  mutant("no-challenge-on-createpet", "AUTH-8", "one handler checks for itself").by(
    changeHeaders(allOf(ofKind("unauthorized"), ofOperation("createPet")), {
      "WWW-Authenticate": undefined,
    }),
  ),
];
