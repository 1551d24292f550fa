import { setImmediate as nextTurn } from "node:timers/promises";
import type { OperationId } from "../incoming-request.js";
import * as op from "../operators/index.js";

const mistakes: Readonly<Record<string, op.When>> = {
  "word-for-an-id": ofId(/^abc$/),
  "fraction-for-an-id": ofId(/^1\.5$/),
  "id-beyond-64-bits": ofId(/^-?\d+$/),
  limit: op.ofParameter("limit"),
  "status-filter": op.ofParameter("status"),
  "invalid-json": "parseBody",
};

/** Keys that are missing, wrong or almost right, and accepted; good ones that are refused; and what comes before the key. */
export const mutants = (): op.OperatorTable => ({
  // Requests without a key.
  ...onEachOperation("no-authentication", (operation) => op.trust((_credential, _key, { operationId }) => operationId === operation)),
  "largest-page-needs-no-key": op.trust((_credential, _key, { method, query }) => method === "GET" && query.get("limit") === "100"),
  "long-bodies-need-no-key": op.trust((_credential, _key, request) => op.lengthOf(request) > 4096),

  // Requests with a key that is no key at all.
  ...onEachOperation("any-key-accepted", (operation) =>
    op.trust((credential, _key, { operationId }) => credential !== undefined && operationId === operation),
  ),
  "key-of-another-request-judged": (handlers) => {
    let latest: string | undefined;
    return {
      async answerEarly(request, store) {
        latest = request.headers.authorization;
        await nextTurn();
        return handlers.answerEarly(request, store);
      },
      readCredential: () => handlers.readCredential(latest),
    };
  },
  "undefined-taken-for-a-key": op.trust((credential) => credential === "undefined"),
  "percent-sign-taken-for-any-key": op.trust((_credential, _key, { headers }) => headers.authorization === "Bearer %"),
  "null-taken-for-a-key": op.trust((credential) => credential === "null"),
  "long-key-fails": op.changeStatus(["unauthorized", op.to(({ headers }) => /^.{251}/.test(headers.authorization ?? ""))], 500),

  // How a refusal asks for a key.
  "no-challenge": () => ({ challenge: () => undefined }),
  "challenge-of-another-scheme": op.after("challenge", (was) => was && 'Basic realm="store"'),
  "no-challenge-on-createpet": op.changeHeaders(["unauthorized", "createPet"], { "WWW-Authenticate": undefined }),

  // Requests with a key that is almost the right one.
  "beginning-of-the-key-accepted": op.trust((credential, key) => credential !== undefined && key.startsWith(credential)),
  "key-with-one-more-character-accepted": op.trust((credential, key) => credential?.slice(0, -1) === key),
  "key-compared-by-its-letters": op.trust((credential = "", key) => sorted(credential) === sorted(key)),
  "key-compared-without-case": op.trust((credential, key) => credential?.toLowerCase() === key.toLowerCase()),
  "key-compared-without-its-first": op.trust((credential, key) => credential?.slice(1) === key.slice(1)),
  "key-compared-without-its-last": op.trust(
    (credential, key) => credential?.length === key.length && key.startsWith(credential.slice(0, -1)),
  ),
  ...onEachOperation("beginning-of-the-key-accepted", (operation) =>
    op.trust((credential, key, { operationId }) => credential?.slice(0, 8) === key.slice(0, 8) && operationId === operation),
  ),

  // The right key, sent in another form.
  "key-as-user-of-basic-accepted": readAlso((header) => {
    const [, user] = /^Basic (.*)$/.exec(header) ?? [];
    return user === undefined ? undefined : Buffer.from(user, "base64").toString().replace(/:$/, "");
  }),
  "key-as-token-accepted": readAlso((header) => /^Token (.*)$/.exec(header)?.[1]),
  "key-as-api-key-accepted": readAlso((header) => /^ApiKey (.*)$/.exec(header)?.[1]),
  "key-glued-to-the-scheme-accepted": readAlso((header) => (header.startsWith("Bearer") ? header.slice(6).trim() : undefined)),
  "key-as-digest-accepted": readAlso((header) => /^D\w+ (.*)$/.exec(header)?.[1]),
  "last-word-taken-for-the-key": readAlso((header) => /^Bearer \S+ (.*)$/.exec(header)?.[1]),
  "key-up-to-a-colon-accepted": readAlso((header) => /^Bearer ([^:]*):/.exec(header)?.[1]),
  "key-in-quotation-marks-accepted": readAlso((header) => /^Bearer "(.*)"$/.exec(header)?.[1]),
  "first-of-a-list-taken-for-the-key": readAlso((header) => /^Bearer ([^,]*),/.exec(header)?.[1]),
  "key-without-scheme-accepted-on-getpet": op.trust(
    (_credential, key, { operationId, headers }) => operationId === "getPet" && headers.authorization === key,
  ),

  // The right key, and it is refused.
  "good-key-refused-now-and-then": op.answerEarly(op.everyNth(10), () => ({ kind: "unauthorized" })),
  "good-key-refused-once-in-twenty-five": op.answerEarly(op.everyNth(25), () => ({ kind: "unauthorized" })),
  "good-key-refused-once-in-forty": op.answerEarly(op.everyNth(40), () => ({ kind: "unauthorized" })),
  "good-key-refused-after-wrong-ones": refuseAfterWrong(5),
  "good-key-refused-for-filtered-lists": op.answerError(op.ofListWith("status"), 401),

  // Ways to the animals that lead past the key.
  "no-key-needed-for-an-escaped-path": openFor(({ path }) => path === "/v1/pe%74s"),
  "no-key-needed-with-a-slash-at-the-end": openFor(({ path }) => path === "/v1/pets/"),
  "no-key-needed-with-a-parameter-of-the-path": openFor(({ path }) => path.startsWith("/v1/pets;")),
  "no-key-needed-from-the-server-itself": openFor(({ headers }) => headers["x-forwarded-for"] === "127.0.0.1"),
  "no-key-needed-while-there-is-nothing": openFor(({ method }, store) => method === "GET" && store.size === 0),
  "header-unknown-in-small-letters": op.after(
    "authenticate",
    (was, _credential, _key, { headerNames }) => was && headerNames.includes("Authorization"),
  ),

  // Checks that are made before that of the key.
  "limit-checked-before-the-key": checkFirst("invalid-parameter"),
  "body-checked-before-the-key": checkFirst("invalid-body"),
  "body-read-before-the-key": checkFirst("parseBody"),
  "content-type-checked-before-the-key": checkFirst("checkContentTypeIsPresent"),
  "animal-looked-up-before-the-key": checkFirst("no-such-animal"),
  "id-checked-before-the-key": checkFirst("invalid-id"),
  "status-filter-checked-before-the-key": checkFirst(op.ofParameter("status")),

  // One mistake each, noticed before the key where there is none, or where there is a wrong one.
  ...op.each(Object.entries(mistakes), ([name, mistake]) => [
    `${name}-checked-before-a-missing-key`,
    checkFirst(mistake, (authorization) => authorization === undefined),
  ]),
  ...op.each(Object.entries(mistakes), ([name, mistake]) => [
    `${name}-checked-before-a-wrong-key`,
    checkFirst(mistake, (authorization) => authorization !== undefined),
  ]),
});

/** How the scheme may be written, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "scheme-in-exact-letters": op.before("readCredential", (header) => (header?.startsWith("Bearer ") ? header : undefined)),
  "scheme-in-small-letters-too": op.before("readCredential", (header) => (/^(Bearer|bearer) /.test(header ?? "") ? header : undefined)),
});

/** A row for each operation. */
function onEachOperation(name: string, operatorOf: (operation: OperationId) => op.Operator): op.OperatorTable {
  const operations = ["listPets", "createPet", "getPet"] as const;
  return op.each(operations, (operation) => [`${name}-on-${operation.toLowerCase()}`, operatorOf(operation)]);
}

function ofId(shape: RegExp): op.When {
  return (outcome) => outcome.kind === "invalid-id" && shape.test(outcome.text);
}

function sorted(text: string): string {
  return [...text].toSorted().join("");
}

/** Reads the key in more forms than it should. */
function readAlso(read: (header: string) => string | undefined): op.Operator {
  return op.after("readCredential", (was, header) => was ?? (header === undefined ? undefined : read(header)));
}

/** Refuses every key after this number of wrong ones. */
function refuseAfterWrong(most: number): op.Operator {
  let wrong = 0;
  return op.after("authenticate", (was) => {
    if (!was) wrong += 1;
    return was && wrong < most;
  });
}

/** Lists animals without a key. */
function openFor(isOpen: Parameters<typeof op.answerEarly>[0]): op.Operator {
  return op.answerEarly(isOpen, (store) => ({ kind: "listed", pets: [...store.all()].slice(0, 20) }));
}

/** Refuses for this mistake before it refuses for such a credential: does the operation, all but the storing. */
function checkFirst(mistake: op.When, concerns: (authorization: string | undefined) => boolean = () => true): op.Operator {
  return (handlers) => {
    let isRehearsal = false;
    return {
      storePet: (pet, store) => (isRehearsal ? undefined : handlers.storePet(pet, store)),
      async refuseUnauthorized(perform, request) {
        if (!concerns(request.headers.authorization)) return { kind: "unauthorized" };
        isRehearsal = true;
        const outcome = await perform();
        isRehearsal = false;
        return op.applies(mistake, outcome, request) ? outcome : { kind: "unauthorized" };
      },
    };
  };
}
