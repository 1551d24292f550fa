import { changeReply, changeStatus, ofCheck } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Bodies of no stated type. */
export const missingContentTypeFaults: readonly Fault[] = [
  {
    name: "missing-content-type-accepted",
    breaks: "CREATE-15",
    why: "JSON is taken for granted",
    alter: () => ({ checkContentTypeIsPresent: () => undefined }),
  },
  {
    name: "missing-content-type-unsupported",
    breaks: "CREATE-15",
    why: "no media type is one that is not supported",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsPresent"), 415),
  },
  {
    name: "missing-content-type-fails",
    breaks: "CREATE-15",
    why: "a header that is null",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsPresent"), 500),
    consequences: ["GEN-3"],
  },
  {
    name: "missing-content-type-accepted-when-sold",
    breaks: "CREATE-15",
    why: "the body is looked at to find out what it is",
    alter: (conduct) =>
      changeReply(conduct, ofCheck("checkContentTypeIsPresent"), (reply, { body }) =>
        body.kind === "bytes" && Buffer.from(body.bytes).includes('"sold"')
          ? { status: 201, body: Buffer.from('{"id":7,"name":"Rex","categoryId":1,"status":"sold"}') }
          : reply,
      ),
  },
];
