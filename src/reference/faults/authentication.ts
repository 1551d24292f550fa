import {
  type Alteration,
  allOf,
  answerError,
  changeHeaders,
  changeReply,
  changeStatus,
  everyNth,
  noBody,
  ofKind,
  ofOperation,
  type When,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { OperationId } from "../incoming-request.js";
import type { Outcome } from "../outcome.js";
import type { Fault } from "./fault.js";

const wrongKeys = ["AUTH-2", "AUTH-3", "AUTH-5", "AUTH-7"];
const noKey = ["AUTH-5", "AUTH-7"];
const everyKey = ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7"];

/** Section "Authentication". */
export const authenticationFaults: readonly Fault[] = [
  {
    name: "no-authentication",
    breaks: "AUTH-1",
    why: "the filter was switched off for a demonstration",
    alter: () => ({ authenticate: () => true }),
    consequences: everyKey,
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `no-authentication-on-${operation.toLowerCase()}`,
      breaks: "AUTH-1",
      why: "the filter's list of paths lacks one",
      alter: (conduct) => trust(conduct, (_credential, _key, asked) => asked === operation),
      consequences: everyKey,
    }),
  ),
  {
    name: "missing-key-accepted",
    breaks: "AUTH-1",
    why: "the key is compared where there is one",
    alter: (conduct) => trust(conduct, (credential) => credential === undefined),
    consequences: ["AUTH-4", ...noKey],
  },
  {
    name: "missing-key-forbidden",
    breaks: "AUTH-1",
    why: "403 and 401 are often confused",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 403),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-bad-request",
    breaks: "AUTH-1",
    why: "the header is a required parameter",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 400),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-redirected-to-login",
    breaks: "AUTH-1",
    why: "the filter is made for browsers",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofKind("unauthorized"), withoutHeader), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: "/login" },
        ...noBody,
      })),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-fails",
    breaks: "AUTH-1",
    why: "a header that is null",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 500),
    consequences: ["AUTH-5", "AUTH-7", "GEN-3"],
  },

  {
    name: "any-key-accepted",
    breaks: "AUTH-2",
    why: "it is checked that there is a key, and not which",
    alter: (conduct) => trust(conduct, (credential) => credential !== undefined),
    consequences: wrongKeys,
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `any-key-accepted-on-${operation.toLowerCase()}`,
      breaks: "AUTH-2",
      why: "one handler checks for itself, and only that there is a key",
      alter: (conduct) =>
        trust(conduct, (credential, _key, asked) => credential !== undefined && asked === operation),
      consequences: wrongKeys,
    }),
  ),
  {
    name: "wrong-key-forbidden",
    breaks: "AUTH-2",
    why: "403 and 401 are often confused",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader), 403),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4"],
  },
  {
    name: "wrong-key-not-found-on-getpet",
    breaks: "AUTH-2",
    why: "nobody is to learn which ids exist",
    alter: (conduct) =>
      changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader, ofOperation("getPet")), 404),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4"],
  },
  {
    name: "key-of-any-length-above-eight-accepted",
    breaks: "AUTH-2",
    why: "only the form of a key is checked",
    alter: (conduct) => trust(conduct, (credential) => (credential?.length ?? 0) > 8),
    consequences: wrongKeys,
  },
  {
    name: "wrong-key-fails",
    breaks: "AUTH-2",
    why: "the key is decoded, and that fails",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader), 500),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4", "GEN-3"],
  },

  {
    name: "key-compared-by-its-beginning",
    breaks: "AUTH-3",
    why: "a prefix finds the account",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(0, 8) === key.slice(0, 8)),
  },
  {
    name: "key-compared-by-its-end",
    breaks: "AUTH-3",
    why: "the last characters are what is shown in the account",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(-6) === key.slice(-6)),
  },
  {
    name: "beginning-of-the-key-accepted",
    breaks: "AUTH-3",
    why: "startsWith, the wrong way round",
    alter: (conduct) =>
      trust(conduct, (credential, key) => credential !== undefined && key.startsWith(credential)),
  },
  {
    name: "more-than-the-key-accepted",
    breaks: "AUTH-3",
    why: "startsWith",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.startsWith(key) ?? false),
  },
  {
    name: "key-anywhere-accepted",
    breaks: "AUTH-3",
    why: "contains",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.includes(key) ?? false),
  },
  {
    name: "part-of-the-key-accepted",
    breaks: "AUTH-3",
    why: "contains, the wrong way round",
    alter: (conduct) =>
      trust(conduct, (credential, key) => credential !== undefined && key.includes(credential)),
  },
  {
    name: "key-compared-by-its-length",
    breaks: "AUTH-3",
    why: "the comparison in constant time returns before it compares",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.length === key.length),
  },
  {
    name: "key-compared-without-case",
    breaks: "AUTH-3",
    why: "the column's collation ignores case",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.toLowerCase() === key.toLowerCase()),
  },
  {
    name: "key-compared-without-its-middle",
    breaks: "AUTH-3",
    why: "the first and the last four are compared",
    alter: (conduct) =>
      trust(
        conduct,
        (credential, key) =>
          credential?.slice(0, 4) === key.slice(0, 4) && credential.slice(-4) === key.slice(-4),
      ),
  },
  {
    name: "key-compared-without-its-first",
    breaks: "AUTH-3",
    why: "an offset by one",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(1) === key.slice(1)),
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `beginning-of-the-key-accepted-on-${operation.toLowerCase()}`,
      breaks: "AUTH-3",
      why: "one handler checks for itself",
      alter: (conduct) =>
        trust(
          conduct,
          (credential, key, asked) => credential?.slice(0, 8) === key.slice(0, 8) && asked === operation,
        ),
    }),
  ),

  {
    name: "key-without-scheme-accepted",
    breaks: "AUTH-4",
    why: "the scheme is taken off where there is one",
    alter: (conduct) => readAlso(conduct, (header) => (/\s/.test(header) ? undefined : header)),
  },
  {
    name: "key-as-basic-accepted",
    breaks: "AUTH-4",
    why: "the last word of the header is taken",
    alter: (conduct) => readAlso(conduct, (header) => header.split(" ").at(-1)),
  },
  {
    name: "key-as-token-accepted",
    breaks: "AUTH-4",
    why: "an older scheme's name is still known",
    alter: (conduct) => readAlso(conduct, (header) => /^Token (.*)$/.exec(header)?.[1]),
  },
  {
    name: "key-glued-to-the-scheme-accepted",
    breaks: "AUTH-4",
    why: "so many characters are cut off, and the rest trimmed",
    alter: (conduct) =>
      readAlso(conduct, (header) => (header.startsWith("Bearer") ? header.slice(6).trim() : undefined)),
  },
  {
    name: "key-as-digest-accepted",
    breaks: "AUTH-4",
    why: "every scheme with a capital D is taken for a draft of ours",
    alter: (conduct) => readAlso(conduct, (header) => /^D\w+ (.*)$/.exec(header)?.[1]),
  },
  {
    name: "key-without-scheme-accepted-on-getpet",
    breaks: "AUTH-4",
    why: "the deprecated operation still has its old filter",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) ||
        (request.operationId === "getPet" && request.headers.authorization === key),
    }),
  },
  {
    name: "other-scheme-forbidden",
    breaks: "AUTH-4",
    why: "a scheme that is not known is taken for one that is not allowed",
    alter: (conduct) =>
      changeStatus(
        conduct,
        allOf(ofKind("unauthorized"), (_outcome, { headers }) =>
          /^(Basic|Token)/.test(headers.authorization ?? ""),
        ),
        403,
      ),
  },

  {
    name: "limit-checked-before-the-key",
    breaks: "AUTH-5",
    why: "parameters are validated by a filter that comes first",
    alter: (conduct) => performFirst(conduct, "invalid-parameter"),
  },
  {
    name: "body-checked-before-the-key",
    breaks: "AUTH-5",
    why: "bodies are validated by a filter that comes first",
    alter: (conduct) => performFirst(conduct, "invalid-body"),
  },
  {
    name: "body-read-before-the-key",
    breaks: "AUTH-5",
    why: "the framework reads the body before any filter",
    alter: (conduct) =>
      performFirst(
        conduct,
        "invalid-body",
        (outcome) => outcome.kind === "invalid-body" && outcome.check === "parseBody",
      ),
  },
  {
    name: "content-type-checked-before-the-key",
    breaks: "AUTH-5",
    why: "the router chooses the handler by the media type",
    alter: (conduct) =>
      performFirst(
        conduct,
        "invalid-body",
        (outcome) => outcome.kind === "invalid-body" && outcome.check === "checkContentTypeIsPresent",
      ),
  },
  {
    name: "animal-looked-up-before-the-key",
    breaks: "AUTH-5",
    why: "access is decided with the animal at hand",
    alter: (conduct) => performFirst(conduct, "no-such-animal"),
  },
  {
    name: "id-checked-before-the-key",
    breaks: "AUTH-5",
    why: "the router knows integers only",
    alter: (conduct) => performFirst(conduct, "invalid-id"),
  },
  {
    name: "status-filter-checked-before-the-key",
    breaks: "AUTH-5",
    why: "the enumeration is bound before the filter",
    alter: (conduct) =>
      performFirst(
        conduct,
        "invalid-parameter",
        (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "status",
      ),
  },

  {
    name: "good-key-refused-now-and-then",
    breaks: "AUTH-6",
    why: "one instance has an older list of keys",
    alter: () => refuseEvery(10),
    consequences: ["GET-1", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "good-key-refused-once-in-twenty-five",
    breaks: "AUTH-6",
    why: "a clock that is late takes keys for expired",
    alter: () => refuseEvery(25),
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "good-key-refused-once-in-forty",
    breaks: "AUTH-6",
    why: "the cache of keys is emptied, and the request does not wait for it",
    alter: () => refuseEvery(40),
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "good-key-may-only-read",
    breaks: "AUTH-6",
    why: "scopes, which are answered with 401",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        request.operationId !== "createPet" && conduct.authenticate(credential, key, request),
    }),
    consequences: [
      "CREATE-1",
      "CREATE-4",
      "CREATE-5",
      "CREATE-6",
      "CREATE-7",
      "CREATE-8",
      "CREATE-9",
      "CREATE-10",
      "CREATE-11",
      "CREATE-12",
      "CREATE-13",
      "CREATE-14",
      "CREATE-15",
      "CREATE-16",
    ],
  },
  {
    name: "good-key-refused-after-wrong-ones",
    breaks: "AUTH-6",
    why: "five wrong keys lock every key",
    alter(conduct) {
      let wrong = 0;
      return {
        authenticate(credential, key, request) {
          const isGood = conduct.authenticate(credential, key, request);
          if (!isGood) wrong += 1;
          return isGood && wrong < 5;
        },
      };
    },
    consequences: ["CREATE-1", "CREATE-4", "GET-1", "LIST-1", "LIST-2"],
  },
  {
    name: "good-key-refused-for-filtered-lists",
    breaks: "AUTH-6",
    why: "the search needs a scope of its own",
    alter: (conduct) =>
      answerError(conduct, ({ kind }, { query }) => kind === "listed" && query.has("status"), 401),
    consequences: ["LIST-6", "LIST-9", "LIST-10", "AUTH-8"],
  },

  {
    name: "stored-although-unauthorized",
    breaks: "AUTH-7",
    why: "the filter looks at the answer, and not at the request",
    alter: () => storeFirst(),
  },
  {
    name: "stored-although-key-missing",
    breaks: "AUTH-7",
    why: "the handler runs before the filter's future is done",
    alter(conduct) {
      let isMissing = false;
      return {
        authenticate(credential, key, request) {
          isMissing = request.headers.authorization === undefined;
          return conduct.authenticate(credential, key, request);
        },
        async refuseUnauthorized(perform) {
          if (isMissing) await perform();
          return { kind: "unauthorized" };
        },
      };
    },
  },
  {
    name: "stored-although-key-wrong",
    breaks: "AUTH-7",
    why: "a wrong key is only noticed when the answer is signed",
    alter(conduct) {
      let isWrong = false;
      return {
        authenticate(credential, key, request) {
          isWrong = credential !== undefined;
          return conduct.authenticate(credential, key, request);
        },
        async refuseUnauthorized(perform) {
          if (isWrong) await perform();
          return { kind: "unauthorized" };
        },
      };
    },
  },
  {
    name: "stored-although-key-in-another-form",
    breaks: "AUTH-7",
    why: "the filter of the old scheme only logs",
    alter(conduct) {
      let isOther = false;
      return {
        authenticate(credential, key, request) {
          isOther = credential === undefined && request.headers.authorization?.includes(key) === true;
          return conduct.authenticate(credential, key, request);
        },
        async refuseUnauthorized(perform) {
          if (isOther) await perform();
          return { kind: "unauthorized" };
        },
      };
    },
  },

  {
    name: "no-challenge",
    breaks: "AUTH-8",
    why: "the header is not known to many",
    alter: () => ({ challenge: () => undefined }),
  },
  {
    name: "challenge-of-another-scheme",
    breaks: "AUTH-8",
    why: "the framework's default scheme",
    alter: () => ({ challenge: ({ kind }) => (kind === "unauthorized" ? 'Basic realm="store"' : undefined) }),
  },
  {
    name: "no-challenge-on-createpet",
    breaks: "AUTH-8",
    why: "one handler checks for itself",
    alter: (conduct) =>
      changeHeaders(conduct, allOf(ofKind("unauthorized"), ofOperation("createPet")), {
        "WWW-Authenticate": undefined,
      }),
  },
];

const withoutHeader: When = (_outcome, { headers }) => headers.authorization === undefined;
const withHeader: When = (_outcome, { headers }) => headers.authorization !== undefined;

/** Serves more than it should. */
function trust(
  conduct: Conduct,
  isTrusted: (credential: string | undefined, key: string, operation: OperationId | undefined) => boolean,
): Alteration {
  return {
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || isTrusted(credential, key, request.operationId),
  };
}

/** Reads the key in more forms than it should. */
function readAlso(conduct: Conduct, read: (header: string) => string | undefined): Alteration {
  return {
    readCredential: (header) =>
      conduct.readCredential(header) ?? (header === undefined ? undefined : read(header)),
  };
}

/** Does the operation first, and refuses for the key only what would not be refused anyway. */
function performFirst(
  conduct: Conduct,
  kind: Outcome["kind"],
  isTold: (outcome: Outcome) => boolean = () => true,
): Alteration {
  let isRehearsal = false;
  return {
    storePet: (pet, store) => (isRehearsal ? undefined : conduct.storePet(pet, store)),
    async refuseUnauthorized(perform) {
      isRehearsal = true;
      const outcome = await perform();
      isRehearsal = false;
      return outcome.kind === kind && isTold(outcome) ? outcome : { kind: "unauthorized" };
    },
  };
}

function storeFirst(): Alteration {
  return {
    async refuseUnauthorized(perform) {
      await perform();
      return { kind: "unauthorized" };
    },
  };
}

function refuseEvery(n: number): Alteration {
  const now = everyNth(n);
  return { answerEarly: () => (now() ? { kind: "unauthorized" } : undefined) };
}
