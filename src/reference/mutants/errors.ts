import type { Deviation } from "../conduct.js";
import {
  allOf,
  always,
  changeErrors,
  changeHeaders,
  changeJson,
  changeReply,
  noBody,
  nowAndThen,
  ofCheck,
  ofError,
  ofKind,
  ofOperation,
} from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Section "Errors". */
export const errorMutants: readonly Mutant[] = [
  mutant("errors-empty", "ERR-1", "the status is thought to say it all").by(changeReply(ofError, () => noBody)),
  mutant("unauthorized-empty", "ERR-1", "the filter sets the status, and ends the answer").by(
    changeReply(ofKind("unauthorized"), () => noBody),
  ),
  mutant("not-found-empty", "ERR-1", "the framework's own 404 has no body").by(changeReply(ofKind("no-such-animal"), () => noBody)),
  mutant("no-json-answered-empty", "ERR-1", "the reader's exception is mapped to a bare status").by(
    changeReply(ofCheck("parseBody"), () => noBody),
  ),
  mutant("errors-as-text", "ERR-1", "the message alone is serialised").by(() => ({ renderError: (_code, message) => message })),
  mutant("invalid-body-answered-with-a-list", "ERR-1", "the validator's list of violations is sent as it is").by(
    changeJson(ofKind("invalid-body"), (json) => [json]),
  ),
  mutant("unauthorized-in-html", "ERR-1", "the container's own error page", ["GEN-1"]).by(
    changeReply(ofKind("unauthorized"), ({ headers }) => ({
      headers: { ...headers, "Content-Type": "text/html" },
      body: Buffer.from("<html><body><h1>401 Unauthorized</h1></body></html>"),
    })),
  ),
  mutant("unauthorized-null-on-getpet", "ERR-1", "the deprecated handler has its own way with errors").by(
    changeJson(allOf(ofKind("unauthorized"), ofOperation("getPet")), () => null),
  ),
  mutant("errors-empty-now-and-then", "ERR-1", "an answer that is cancelled half-way").by(
    nowAndThen(10, (now) => changeReply(ofError, () => (now() ? noBody : {}))),
  ),

  ...members("code", "ERR-2", "status", 7n),
  mutant("errors-in-an-object", "ERR-2", "the company's style guide wants an object around errors", ["ERR-3", "ERR-4"]).by(() => ({
    renderError: (code, message, status) => ({ error: { code, message, status: BigInt(status) } }),
  })),
  mutant("code-is-the-status", "ERR-2", "the code is taken for the HTTP status code").by(
    changeErrors(always, ({ status = null }) => ({ code: status })),
  ),
  mutant("code-called-error", "ERR-2", "the framework's own error body").by(
    changeErrors(always, ({ code = null }) => ({ code: undefined, error: code })),
  ),

  ...members("message", "ERR-3", "detail", 7n),
  mutant("message-a-list", "ERR-3", "the validator returns all it has found").by(
    changeErrors(ofKind("invalid-body"), ({ message = null }) => ({ message: [message] })),
  ),
  mutant("message-in-languages", "ERR-3", "messages are translated").by(
    changeErrors(always, ({ message = null }) => ({ message: { en: message } })),
  ),

  ...members("status", "ERR-4", "statusCode", "400"),
  mutant("error-status-as-text", "ERR-4", "every member of the record is text").by(
    changeErrors(always, ({ status }) => ({ status: `${status}` })),
  ),
  mutant("error-status-always-500", "ERR-4", "the record's default").by(changeErrors(always, () => ({ status: 500n }))),
  mutant("error-status-400-when-unauthorized", "ERR-4", "a constant that was copied").by(
    changeErrors(ofKind("unauthorized"), () => ({ status: 400n })),
  ),
  mutant("error-status-400-when-not-found", "ERR-4", "a constant that was copied").by(
    changeErrors(ofKind("no-such-animal"), () => ({ status: 400n })),
  ),
  mutant("error-status-a-word", "ERR-4", "JSend's status").by(changeErrors(always, () => ({ status: "error" }))),

  mutant("lists-labelled-as-a-relative", "ERR-6", "a media type of the company's own").by(
    changeHeaders(ofKind("listed"), { "Content-Type": "application/vnd.store.v1+json" }),
  ),
  mutant("error-quotes-without-escaping", "ERR-1", "the message is put together with a template for texts", ["CREATE-11"]).by(
    changeReply(ofCheck("checkStatusIsAllowed"), (_reply, { body }) =>
      body.kind === "bytes" && Buffer.from(body.bytes).includes('\\"')
        ? { body: Buffer.from('{"code":"status","message":"There is no status "x" here.","status":400}') }
        : {},
    ),
  ),
  mutant("error-of-long-bodies-in-html", "ERR-1", "what is too long for the buffer is refused by the server's own page", [
    "CREATE-6",
    "CREATE-7",
    "ERR-6",
  ]).by(
    changeReply(ofKind("invalid-body"), ({ headers }, { body }) =>
      body.kind === "bytes" && body.bytes.length > 65_536
        ? { headers: { ...headers, "Content-Type": "text/html" }, body: Buffer.from("<h1>400</h1>") }
        : {},
    ),
  ),
  mutant("errors-labelled-as-text-json", "ERR-6", "an older media type").by(changeHeaders(ofError, { "Content-Type": "text/json" })),
  mutant("errors-labelled-as-problems", "ERR-6", "RFC 9457 is followed in the label only").by(
    changeHeaders(ofError, { "Content-Type": "application/problem+json" }),
  ),
];

/** The ways in which each member of an Error goes wrong: everywhere, and in one kind of answer only. */
function members(member: string, breaks: string, otherName: string, otherValue: bigint | string): readonly Mutant[] {
  const mutantOf = (name: string, why: string, operator: Deviation) => mutant(`error-${member}-${name}`, breaks, why).by(operator);
  return [
    mutantOf(
      "missing",
      "the record's version before this one",
      changeErrors(always, () => ({ [member]: undefined })),
    ),
    mutantOf(
      "renamed-on-createpet",
      `one handler writes ${otherName} instead`,
      changeErrors(ofKind("invalid-body"), (error) => ({
        [member]: undefined,
        [otherName === "status" ? "type" : otherName]: error[member] ?? null,
      })),
    ),
    mutantOf(
      "missing-when-unauthorized",
      "the filter writes its own body",
      changeErrors(ofKind("unauthorized"), () => ({ [member]: undefined })),
    ),
    mutantOf(
      "null-when-not-found",
      "nobody has set it there",
      changeErrors(ofKind("no-such-animal"), () => ({ [member]: null })),
    ),
    mutantOf(
      "of-another-type-when-no-json",
      "the reader's own error is sent",
      changeErrors(ofCheck("parseBody"), () => ({ [member]: otherValue })),
    ),
    mutantOf(
      "missing-without-content-type",
      "that check was added later",
      changeErrors(ofCheck("checkContentTypeIsPresent"), () => ({ [member]: undefined })),
    ),
  ];
}
