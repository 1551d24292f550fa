import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Animals that are there although the key was refused. */
export const storedAlthoughUnauthorizedFaults: readonly Fault[] = [
  {
    name: "stored-although-unauthorized",
    breaks: "AUTH-7",
    why: "the filter looks at the answer, and not at the request",
    alter: (conduct) => storeWhere(conduct, () => true),
  },
  {
    name: "stored-although-key-missing",
    breaks: "AUTH-7",
    why: "the handler runs before the filter's future is done",
    alter: (conduct) =>
      storeWhere(conduct, (_credential, _key, { headers }) => headers.authorization === undefined),
  },
  {
    name: "stored-although-key-wrong",
    breaks: "AUTH-7",
    why: "a wrong key is only noticed when the answer is signed",
    alter: (conduct) => storeWhere(conduct, (credential) => credential !== undefined),
  },
  {
    name: "stored-although-key-in-another-form",
    breaks: "AUTH-7",
    why: "the filter of the old scheme only logs",
    alter: (conduct) =>
      storeWhere(
        conduct,
        (credential, key, { headers }) =>
          credential === undefined && headers.authorization?.includes(key) === true,
      ),
  },
];

/** Does the operation where the credential calls for it, and refuses for the key all the same. */
function storeWhere(conduct: Conduct, isStored: Conduct["authenticate"]): Alteration {
  let isDone = false;
  return {
    authenticate(credential, key, request) {
      isDone = isStored(credential, key, request);
      return conduct.authenticate(credential, key, request);
    },
    async refuseUnauthorized(perform) {
      if (isDone) await perform();
      return { kind: "unauthorized" };
    },
  };
}
