import { changeReply, changeStatus, noBody } from "../../alterations.js";
import type { IncomingRequest } from "../../incoming-request.js";
import type { Outcome } from "../../outcome.js";
import type { Fault } from "../fault.js";

/** Bodies of no bytes. */
export const emptyBodyFaults: readonly Fault[] = [
  {
    name: "empty-body-accepted",
    breaks: "CREATE-14",
    why: "without a body there is nothing to validate",
    alter: (conduct) => ({
      parseBody: (text) =>
        text === "" ? { status: "read", value: { name: "", categoryId: 0n } } : conduct.parseBody(text),
    }),
  },
  {
    name: "empty-body-wants-a-length",
    breaks: "CREATE-14",
    why: "an empty body is taken for a missing Content-Length",
    alter: (conduct) => changeStatus(conduct, isEmpty, 411),
  },
  {
    name: "empty-body-unprocessable",
    breaks: "CREATE-14",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, isEmpty, 422),
  },
  {
    name: "empty-body-fails",
    breaks: "CREATE-14",
    why: "null, where a record was expected",
    alter: (conduct) => changeStatus(conduct, isEmpty, 500),
    consequences: ["GEN-3"],
  },
  {
    name: "empty-body-answered-204",
    breaks: "CREATE-14",
    why: "nothing to do is no error",
    alter: (conduct) => changeReply(conduct, isEmpty, () => ({ status: 204, ...noBody })),
  },
];

function isEmpty(outcome: Outcome, { body }: IncomingRequest): boolean {
  return (
    outcome.kind === "invalid-body" &&
    body.kind === "bytes" &&
    body.bytes.length === 0 &&
    outcome.check === "parseBody"
  );
}
