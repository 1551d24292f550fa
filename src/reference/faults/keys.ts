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
  mutant("no-authentication", "AUTH-1", "the filter was switched off for a demonstration", () => ({ authenticate: () => true }), {
    consequences: everyKey,
  }),
  ...(["listPets", "createPet", "getPet"] as const).map((operation) =>
    mutant(
      `no-authentication-on-${operation.toLowerCase()}`,
      "AUTH-1",
      "the filter's list of paths lacks one",
      trust((_credential, _key, asked) => asked === operation),
      { consequences: everyKey },
    ),
  ),
  mutant(
    "largest-page-needs-no-key",
    "AUTH-1",
    "an export that asks for the largest page was let through while it had no key",
    (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) || (request.method === "GET" && request.query.get("limit") === "100"),
    }),
  ),
  mutant(
    "no-key-needed-after-a-refused-body",
    "AUTH-1",
    "an error leaves the request before in the thread, credentials included",
    (conduct) => {
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
    },
    { consequences: everyKey },
  ),
  mutant("long-bodies-need-no-key", "AUTH-5", "long bodies are spooled to a file, and taken up again behind the filter", (conduct) => ({
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || (request.body.kind === "bytes" && request.body.bytes.length > 4096),
  })),
  mutant(
    "missing-key-accepted",
    "AUTH-1",
    "the key is compared where there is one",
    trust((credential) => credential === undefined),
    { consequences: ["AUTH-4", ...noKey] },
  ),
  mutant(
    "missing-key-forbidden",
    "AUTH-1",
    "403 and 401 are often confused",
    changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 403),
    { consequences: ["AUTH-5", "AUTH-7"] },
  ),
  mutant(
    "missing-key-bad-request",
    "AUTH-1",
    "the header is a required parameter",
    changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 400),
    { consequences: ["AUTH-5", "AUTH-7"] },
  ),
  mutant(
    "missing-key-redirected-to-login",
    "AUTH-1",
    "the filter is made for browsers",
    changeReply(allOf(ofKind("unauthorized"), withoutHeader), ({ headers }) => ({
      status: 302,
      headers: { ...headers, Location: "/login" },
      ...noBody,
    })),
    { consequences: ["AUTH-5", "AUTH-7"] },
  ),
  mutant("missing-key-fails", "AUTH-1", "a header that is null", changeStatus(allOf(ofKind("unauthorized"), withoutHeader), 500), {
    consequences: ["AUTH-5", "AUTH-7", "GEN-3"],
  }),

  // Requests with a key that is no key at all.
  mutant(
    "any-key-accepted",
    "AUTH-2",
    "it is checked that there is a key, and not which",
    trust((credential) => credential !== undefined),
    { consequences: wrongKeys },
  ),
  ...(["listPets", "createPet", "getPet"] as const).map((operation) =>
    mutant(
      `any-key-accepted-on-${operation.toLowerCase()}`,
      "AUTH-2",
      "one handler checks for itself, and only that there is a key",
      trust((credential, _key, asked) => credential !== undefined && asked === operation),
      { consequences: wrongKeys },
    ),
  ),
  mutant("wrong-key-forbidden", "AUTH-2", "403 and 401 are often confused", changeStatus(allOf(ofKind("unauthorized"), withHeader), 403), {
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4"],
  }),
  mutant(
    "wrong-key-not-found-on-getpet",
    "AUTH-2",
    "nobody is to learn which ids exist",
    changeStatus(allOf(ofKind("unauthorized"), withHeader, ofOperation("getPet")), 404),
    { consequences: [...wrongKeys, "AUTH-1", "AUTH-4"] },
  ),
  mutant(
    "key-of-any-length-above-eight-accepted",
    "AUTH-2",
    "only the form of a key is checked",
    trust((credential) => (credential?.length ?? 0) > 8),
    { consequences: wrongKeys },
  ),
  mutant(
    "key-of-another-request-judged",
    "AUTH-2",
    "the header is kept in a variable that requests at the same time share",
    (conduct) => {
      let latest: string | undefined;
      return {
        async answerEarly(request, store) {
          latest = request.headers.authorization;
          await nextTurn();
          return conduct.answerEarly(request, store);
        },
        readCredential: () => conduct.readCredential(latest),
      };
    },
    { consequences: ["AUTH-1", "AUTH-6"] },
  ),
  ...["undefined", "null"].map((word) =>
    mutant(
      `${word}-taken-for-a-key`,
      "AUTH-2",
      "a test environment without a key has its word for none among the accounts",
      trust((credential) => credential === word),
    ),
  ),
  mutant(
    "long-key-fails",
    "AUTH-2",
    "the audit log's column has 250 characters",
    changeStatus(
      allOf(ofKind("unauthorized"), (_outcome, { headers }) => (headers.authorization?.length ?? 0) > 250),
      500,
    ),
    { consequences: ["GEN-3"] },
  ),
  mutant("wrong-key-fails", "AUTH-2", "the key is decoded, and that fails", changeStatus(allOf(ofKind("unauthorized"), withHeader), 500), {
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4", "GEN-3"],
  }),

  // How a refusal asks for a key.
  mutant("no-challenge", "AUTH-8", "the header is not known to many", () => ({ challenge: () => undefined })),
  mutant("challenge-of-another-scheme", "AUTH-8", "the framework's default scheme", () => ({
    challenge: ({ kind }) => (kind === "unauthorized" ? 'Basic realm="store"' : undefined),
  })),
  mutant(
    "no-challenge-on-createpet",
    "AUTH-8",
    "one handler checks for itself",
    changeHeaders(allOf(ofKind("unauthorized"), ofOperation("createPet")), {
      "WWW-Authenticate": undefined,
    }),
  ),
];
