import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Outcome } from "../../outcome.js";
import type { Fault } from "../fault.js";

/** What is told to those who have no key. */
export const checkedFirstFaults: readonly Fault[] = [
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
];

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
