import { type Alteration, answerError, everyNth } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** The right key, and it is refused. */
export const goodKeyRefusedFaults: readonly Fault[] = [
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
];

function refuseEvery(n: number): Alteration {
  const now = everyNth(n);
  return { answerEarly: () => (now() ? { kind: "unauthorized" } : undefined) };
}
