import type { Deviation } from "../conduct.js";
import type { IncomingRequest } from "../incoming-request.js";
import { answerError, nowAndThen } from "../operators/index.js";
import type { Store } from "../store.js";
import { type Mutant, mutant } from "./mutant.js";

/** Good keys that are refused, and ways around the key. */
export const goodKeyMutants: readonly Mutant[] = [
  // The right key, and it is refused.
  mutant("good-key-refused-now-and-then", "AUTH-6", "one instance has an older list of keys", [
    "GET-1",
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(refuseEvery(10)),
  mutant("good-key-refused-once-in-twenty-five", "AUTH-6", "a clock that is late takes keys for expired", [
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(refuseEvery(25)),
  mutant("good-key-refused-once-in-forty", "AUTH-6", "the cache of keys is emptied, and the request does not wait for it", [
    "CREATE-1",
    "CREATE-4",
    "CREATE-5",
  ]).by(refuseEvery(40)),
  mutant("good-key-may-only-read", "AUTH-6", "scopes, which are answered with 401", [
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
  ]).by((conduct) => ({
    authenticate: (credential, key, request) => request.operationId !== "createPet" && conduct.authenticate(credential, key, request),
  })),
  mutant("good-key-refused-after-wrong-ones", "AUTH-6", "five wrong keys lock every key", [
    "CREATE-1",
    "CREATE-4",
    "GET-1",
    "LIST-1",
    "LIST-2",
  ]).by((conduct) => {
    let wrong = 0;
    return {
      authenticate(credential, key, request) {
        const isGood = conduct.authenticate(credential, key, request);
        if (!isGood) wrong += 1;
        return isGood && wrong < 5;
      },
    };
  }),
  mutant("good-key-refused-for-filtered-lists", "AUTH-6", "the search needs a scope of its own", [
    "LIST-6",
    "LIST-9",
    "LIST-10",
    "AUTH-8",
  ]).by(answerError(({ kind }, { query }) => kind === "listed" && query.has("status"), 401)),

  // Ways to the animals that lead past the key.
  mutant("no-key-needed-for-an-escaped-path", "AUTH-1", "the filter compares the address as it was sent, the router as it is meant").by(
    openFor(({ path }) => path === "/v1/pe%74s"),
  ),
  mutant("no-key-needed-with-a-slash-at-the-end", "AUTH-1", "the filter's pattern ends where the router's goes on").by(
    openFor(({ path }) => path === "/v1/pets/"),
  ),
  mutant("no-key-needed-with-a-parameter-of-the-path", "AUTH-1", "what comes after a semicolon is taken off behind the filter").by(
    openFor(({ path }) => path.startsWith("/v1/pets;")),
  ),
  mutant("no-key-needed-from-the-server-itself", "AUTH-1", "requests of the same machine are trusted, and everyone may say to be one").by(
    openFor(({ headers }) => headers["x-forwarded-for"] === "127.0.0.1"),
  ),
  mutant("no-key-needed-while-there-is-nothing", "AUTH-1", "an empty store is answered before the filter has its turn").by(
    openFor(({ method }, store) => method === "GET" && store.size === 0),
  ),
  mutant("header-unknown-in-small-letters", "AUTH-6", "names of headers are looked up as they are written in the document").by(
    (conduct) => ({
      authenticate: (credential, key, request) =>
        request.headerNames.includes("Authorization") && conduct.authenticate(credential, key, request),
    }),
  ),
];

function refuseEvery(n: number): Deviation {
  return nowAndThen(n, (now) => () => ({ answerEarly: () => (now() ? { kind: "unauthorized" } : undefined) }));
}

/** Lists animals, whoever asks. */
function openFor(isOpen: (request: IncomingRequest, store: Store) => boolean): Deviation {
  return (conduct) => ({
    answerEarly: (request, store) =>
      isOpen(request, store) ? { kind: "listed", pets: [...store.all()].slice(0, 20) } : conduct.answerEarly(request, store),
  });
}
