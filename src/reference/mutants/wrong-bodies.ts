import { type Json, parseJson, renderJson } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import type { IncomingRequest } from "../incoming-request.js";
import { after, changeReply, changeStatus, noBody, ofCheck } from "../operators/index.js";
import type { Outcome } from "../outcome.js";
import { type Mutant, mutant } from "./mutant.js";

/** Bodies that are no JSON, no object, or nothing at all. */
export const wrongBodyMutants: readonly Mutant[] = [
  // Bodies that are JSON, and no object.
  mutant("array-of-one-unwrapped", "CREATE-12", "a setting of the reader unwraps arrays of one").by((conduct) => ({
    asObject: (body) => conduct.asObject(Array.isArray(body) ? (body[0] ?? null) : body),
  })),
  mutant("object-in-a-string-accepted", "CREATE-12", "bodies that were encoded twice are decoded twice").by((conduct) => ({
    asObject(body) {
      const inner = typeof body === "string" ? parseJson(body) : undefined;
      return conduct.asObject(inner?.status === "valid" ? inner.value : body);
    },
  })),
  mutant("null-as-body-accepted", "CREATE-12", "null is bound to an empty record, which is not validated").by(
    acceptBodies((body) => body === null),
  ),
  mutant("empty-array-as-body-accepted", "CREATE-12", "an empty array is an empty object in PHP").by(
    acceptBodies((body) => Array.isArray(body) && body.length === 0),
  ),
  mutant("word-as-body-accepted", "CREATE-12", "a constructor from text takes it for the name").by(
    acceptBodies((body) => typeof body === "string"),
  ),
  mutant("number-as-body-accepted", "CREATE-12", "a number has no members that could be wrong").by(
    acceptBodies((body) => typeof body === "bigint"),
  ),
  mutant("boolean-as-body-accepted", "CREATE-12", "false is taken for no body, and true for any").by(
    acceptBodies((body) => typeof body === "boolean"),
  ),
  mutant("array-as-body-unprocessable", "CREATE-12", "the validator of the framework says 422").by(changeStatus(ofCheck("asObject"), 422)),

  // Bodies that are no JSON.
  mutant("trailing-comma-accepted", "CREATE-13", "a lenient reader").by(repairBodies((text) => text.replace(/,\s*\}$/, "}"))),
  mutant("single-quotes-accepted", "CREATE-13", "a lenient reader").by(repairBodies((text) => text.replaceAll("'", '"'))),
  mutant("names-without-quotes-accepted", "CREATE-13", "a lenient reader").by(
    repairBodies((text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":')),
  ),
  mutant("comments-accepted", "CREATE-13", "a reader of configuration files").by(
    repairBodies((text) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*\n/g, "")),
  ),
  mutant("text-after-the-end-accepted", "CREATE-13", "the reader stops at the end of the first value").by(
    repairBodies((text) => text.slice(0, text.indexOf("}") + 1)),
  ),
  mutant("cut-body-completed", "CREATE-13", "a reader that repairs").by(repairBodies((text) => (text.length > 20 ? `${text}}` : text))),
  mutant("form-fields-accepted", "CREATE-13", "every reader that is registered is tried").by(
    repairBodies((text) =>
      renderJson({
        ...Object.fromEntries(new URLSearchParams(text)),
        categoryId: BigInt(/categoryId=(\d+)/.exec(text)?.[1] ?? "x"),
      }),
    ),
  ),
  mutant("line-break-in-text-accepted", "CREATE-13", "control characters are let pass").by(
    repairBodies((text) => text.replaceAll("\n", "\\n")),
  ),
  mutant("leading-nought-accepted", "CREATE-13", "digits are digits").by(repairBodies((text) => text.replaceAll(/:\+?0*(\d)/g, ":$1"))),
  mutant("unfinished-number-accepted", "CREATE-13", "numbers are read by strtod").by(
    repairBodies((text) => text.replaceAll(/:(\d+)\./g, ":$1")),
  ),
  mutant("not-a-number-accepted", "CREATE-13", "the reader knows NaN, and makes 0 of it").by(
    repairBodies((text) => text.replaceAll(/:(NaN|-?Infinity)/g, ":0")),
  ),
  mutant("second-object-accepted", "CREATE-13", "the body is read as a stream of objects").by(
    repairBodies((text) => text.replace(/\}\{.*$/, "}")),
  ),
  mutant("unknown-escape-accepted", "CREATE-13", "an unknown escape stands for itself").by(
    repairBodies((text) => text.replaceAll(/\\x/g, "x")),
  ),
  mutant("no-json-unprocessable", "CREATE-13", "the validator of the framework says 422", ["CREATE-14", "GEN-2"]).by(
    changeStatus(ofCheck("parseBody"), 422),
  ),
  mutant("no-json-fails", "CREATE-13", "the reader's exception is not caught", ["GEN-3"]).by(
    changeStatus((outcome, request) => ofCheck("parseBody")(outcome, request) && request.headers["content-length"] !== "0", 500),
  ),

  // Bodies of no bytes.
  mutant("empty-body-accepted", "CREATE-14", "without a body there is nothing to validate").by(
    after("parseBody", (was, text) => (text === "" ? { status: "read", value: { name: "", categoryId: 0n } } : was)),
  ),
  mutant("empty-body-wants-a-length", "CREATE-14", "an empty body is taken for a missing Content-Length").by(changeStatus(isEmpty, 411)),
  mutant("empty-body-unprocessable", "CREATE-14", "the validator of the framework says 422").by(changeStatus(isEmpty, 422)),
  mutant("empty-body-fails", "CREATE-14", "null, where a record was expected", ["GEN-3"]).by(changeStatus(isEmpty, 500)),
  mutant("empty-body-answered-204", "CREATE-14", "nothing to do is no error").by(changeReply(isEmpty, () => ({ status: 204, ...noBody }))),
];

/** Takes bodies that are no object for an empty animal. */
function acceptBodies(isAccepted: (body: Json) => boolean): Deviation {
  return after("asObject", (was, body) => (isAccepted(body) ? { name: "New animal", categoryId: 1n } : was));
}

/** Reads what is no JSON after it was repaired. */
function repairBodies(repair: (text: string) => string): Deviation {
  return (conduct) => ({
    parseBody(text) {
      const read = conduct.parseBody(text);
      if (read.status === "read" || text === "") return read;
      try {
        return conduct.parseBody(repair(text));
      } catch {
        return read;
      }
    },
  });
}

function isEmpty(outcome: Outcome, { body }: IncomingRequest): boolean {
  return outcome.kind === "invalid-body" && body.kind === "bytes" && body.bytes.length === 0 && outcome.check === "parseBody";
}
