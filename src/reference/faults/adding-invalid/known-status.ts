import { petStatuses } from "../../pet.js";

/** The status, if the document knows it. */
export function known(status: string): string | undefined {
  return petStatuses.find((each) => each === status);
}
