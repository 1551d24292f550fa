import { changeJson, changeReply, changeStatus, everyNth, ofCheck, ofKind } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { refuse } from "./refuse.js";

/** Animals that are refused, or whose creation is answered in another way. */
export const createdFaults: readonly Fault[] = [
  {
    name: "created-with-200",
    breaks: "CREATE-1",
    why: "the framework's default status",
    alter: (conduct) => changeStatus(conduct, ofKind("created"), 200),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "created-with-202",
    breaks: "CREATE-1",
    why: "the animal is put into a queue",
    alter: (conduct) => changeStatus(conduct, ofKind("created"), 202),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "created-with-no-content",
    breaks: "CREATE-1",
    why: "the client is thought to know what it has sent",
    alter: (conduct) =>
      changeReply(conduct, ofKind("created"), () => ({ status: 204, body: new Uint8Array() })),
    consequences: ["CREATE-4", "CREATE-5", "GEN-1", "GEN-2"],
  },
  {
    name: "refusal-stays-for-the-next",
    breaks: "CREATE-1",
    why: "the reader's error is kept in the thread, and told again",
    alter(conduct) {
      let isLeft = false;
      return {
        parseBody(text) {
          const wasLeft = isLeft;
          const read = conduct.parseBody(text);
          isLeft = read.status === "refused";
          return wasLeft ? { status: "refused", reason: "unexpected end" } : read;
        },
      };
    },
    consequences: ["CREATE-2", "CREATE-3", "CREATE-4", "CREATE-5"],
  },
  {
    name: "names-with-digits-refused",
    breaks: "CREATE-1",
    why: "no dog is called Rex3",
    alter: (conduct) => refuse(conduct, ({ name }) => /\d/.test(`${name}`)),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-of-one-letter-refused",
    breaks: "CREATE-1",
    why: "a minimum of two letters",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.length === 1),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-above-30-refused",
    breaks: "CREATE-1",
    why: "a column of 30 characters",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.length > 30),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "names-with-blanks-refused",
    breaks: "CREATE-1",
    why: "names are taken for identifiers",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.includes(" ")),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "further-member-required",
    breaks: "CREATE-1",
    why: "another interface's photoUrls is required",
    alter: (conduct) => refuse(conduct, (body) => !Object.hasOwn(body, "photoUrls")),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "fiftieth-animal-refused",
    breaks: "CREATE-1",
    why: "a trial account's quota",
    alter: (conduct) => ({
      checkFurther: (_body, store) => (store.size >= 50 ? "the quota is used up" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 403),
    }),
    consequences: ["CREATE-4", "CREATE-5", "GEN-2"],
  },
  {
    name: "names-in-small-letters-refused",
    breaks: "CREATE-1",
    why: "a name begins with a capital",
    alter: (conduct) => refuse(conduct, ({ name }) => /^[a-z]/.test(`${name}`)),
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "available-refused",
    breaks: "CREATE-4",
    why: "available is the default, and was left out of the enumeration",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "available"),
    consequences: ["CREATE-1"],
  },
  {
    name: "creation-refused-now-and-then",
    breaks: "CREATE-1",
    why: "a validator that is not safe to share between threads",
    alter(conduct) {
      const now = everyNth(6);
      return refuse(conduct, () => now());
    },
    consequences: ["CREATE-4", "CREATE-5"],
  },
  {
    name: "created-in-an-envelope",
    breaks: "PET-4",
    why: "the company's style guide wants an object around every record",
    alter: (conduct) => changeJson(conduct, ofKind("created"), (json) => ({ data: json })),
    consequences: ["PET-1", "PET-2"],
  },
];
