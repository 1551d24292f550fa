import {
  type Alteration,
  allOf,
  always,
  changeErrors,
  changeHeaders,
  changeJson,
  changeReply,
  everyNth,
  noBody,
  ofCheck,
  ofError,
  ofKind,
  ofOperation,
} from "../alterations.js";
import type { Fault } from "./fault.js";

/** Section "Errors". */
export const errorFaults: readonly Fault[] = [
  {
    name: "errors-empty",
    breaks: "ERR-1",
    why: "the status is thought to say it all",
    alter: (conduct) => changeReply(conduct, ofError, () => noBody),
  },
  {
    name: "unauthorized-empty",
    breaks: "ERR-1",
    why: "the filter sets the status, and ends the answer",
    alter: (conduct) => changeReply(conduct, ofKind("unauthorized"), () => noBody),
  },
  {
    name: "not-found-empty",
    breaks: "ERR-1",
    why: "the framework's own 404 has no body",
    alter: (conduct) => changeReply(conduct, ofKind("no-such-animal"), () => noBody),
  },
  {
    name: "no-json-answered-empty",
    breaks: "ERR-1",
    why: "the reader's exception is mapped to a bare status",
    alter: (conduct) => changeReply(conduct, ofCheck("parseBody"), () => noBody),
  },
  {
    name: "errors-as-text",
    breaks: "ERR-1",
    why: "the message alone is serialised",
    alter: () => ({ renderError: (_code, message) => message }),
  },
  {
    name: "invalid-body-answered-with-a-list",
    breaks: "ERR-1",
    why: "the validator's list of violations is sent as it is",
    alter: (conduct) => changeJson(conduct, ofKind("invalid-body"), (json) => [json]),
  },
  {
    name: "unauthorized-in-html",
    breaks: "ERR-1",
    why: "the container's own error page",
    alter: (conduct) =>
      changeReply(conduct, ofKind("unauthorized"), ({ headers }) => ({
        headers: { ...headers, "Content-Type": "text/html" },
        body: Buffer.from("<html><body><h1>401 Unauthorized</h1></body></html>"),
      })),
    consequences: ["GEN-1"],
  },
  {
    name: "unauthorized-null-on-getpet",
    breaks: "ERR-1",
    why: "the deprecated handler has its own way with errors",
    alter: (conduct) => changeJson(conduct, allOf(ofKind("unauthorized"), ofOperation("getPet")), () => null),
  },
  {
    name: "errors-empty-now-and-then",
    breaks: "ERR-1",
    why: "an answer that is cancelled half-way",
    alter(conduct) {
      const now = everyNth(10);
      return changeReply(conduct, ofError, () => (now() ? noBody : {}));
    },
  },

  ...members("code", "ERR-2", "status", 7n),
  {
    name: "errors-in-an-object",
    breaks: "ERR-2",
    why: "the company's style guide wants an object around errors",
    alter: () => ({
      renderError: (code, message, status) => ({ error: { code, message, status: BigInt(status) } }),
    }),
    consequences: ["ERR-3", "ERR-4"],
  },
  {
    name: "code-is-the-status",
    breaks: "ERR-2",
    why: "the code is taken for the HTTP status code",
    alter: (conduct) => changeErrors(conduct, always, ({ status = null }) => ({ code: status })),
  },
  {
    name: "code-called-error",
    breaks: "ERR-2",
    why: "the framework's own error body",
    alter: (conduct) =>
      changeErrors(conduct, always, ({ code = null }) => ({ code: undefined, error: code })),
  },

  ...members("message", "ERR-3", "detail", 7n),
  {
    name: "message-a-list",
    breaks: "ERR-3",
    why: "the validator returns all it has found",
    alter: (conduct) =>
      changeErrors(conduct, ofKind("invalid-body"), ({ message = null }) => ({ message: [message] })),
  },
  {
    name: "message-in-languages",
    breaks: "ERR-3",
    why: "messages are translated",
    alter: (conduct) => changeErrors(conduct, always, ({ message = null }) => ({ message: { en: message } })),
  },

  ...members("status", "ERR-4", "statusCode", "400"),
  {
    name: "error-status-as-text",
    breaks: "ERR-4",
    why: "every member of the record is text",
    alter: (conduct) => changeErrors(conduct, always, ({ status }) => ({ status: `${status}` })),
  },
  {
    name: "error-status-always-500",
    breaks: "ERR-4",
    why: "the record's default",
    alter: (conduct) => changeErrors(conduct, always, () => ({ status: 500n })),
  },
  {
    name: "error-status-400-when-unauthorized",
    breaks: "ERR-4",
    why: "a constant that was copied",
    alter: (conduct) => changeErrors(conduct, ofKind("unauthorized"), () => ({ status: 400n })),
  },
  {
    name: "error-status-400-when-not-found",
    breaks: "ERR-4",
    why: "a constant that was copied",
    alter: (conduct) => changeErrors(conduct, ofKind("no-such-animal"), () => ({ status: 400n })),
  },
  {
    name: "error-status-a-word",
    breaks: "ERR-4",
    why: "JSend's status",
    alter: (conduct) => changeErrors(conduct, always, () => ({ status: "error" })),
  },

  {
    name: "lists-labelled-as-a-relative",
    breaks: "ERR-6",
    why: "a media type of the company's own",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("listed"), { "Content-Type": "application/vnd.store.v1+json" }),
  },
  {
    name: "error-quotes-without-escaping",
    breaks: "ERR-1",
    why: "the message is put together with a template for texts",
    alter: (conduct) =>
      changeReply(conduct, ofCheck("checkStatusIsAllowed"), (_reply, { body }) =>
        body.kind === "bytes" && Buffer.from(body.bytes).includes('\\"')
          ? { body: Buffer.from('{"code":"status","message":"There is no status "x" here.","status":400}') }
          : {},
      ),
    consequences: ["CREATE-11"],
  },
  {
    name: "error-of-long-bodies-in-html",
    breaks: "ERR-1",
    why: "what is too long for the buffer is refused by the server's own page",
    alter: (conduct) =>
      changeReply(conduct, ofKind("invalid-body"), ({ headers }, { body }) =>
        body.kind === "bytes" && body.bytes.length > 65_536
          ? { headers: { ...headers, "Content-Type": "text/html" }, body: Buffer.from("<h1>400</h1>") }
          : {},
      ),
    consequences: ["CREATE-6", "CREATE-7", "ERR-6"],
  },
  {
    name: "errors-labelled-as-text-json",
    breaks: "ERR-6",
    why: "an older media type",
    alter: (conduct) => changeHeaders(conduct, ofError, { "Content-Type": "text/json" }),
  },
  {
    name: "errors-labelled-as-problems",
    breaks: "ERR-6",
    why: "RFC 9457 is followed in the label only",
    alter: (conduct) => changeHeaders(conduct, ofError, { "Content-Type": "application/problem+json" }),
  },
];

/** The ways in which each member of an Error goes wrong: everywhere, and in one kind of answer only. */
function members(
  member: string,
  breaks: string,
  otherName: string,
  otherValue: bigint | string,
): readonly Fault[] {
  const faultOf = (
    name: string,
    why: string,
    alter: (...args: Parameters<Fault["alter"]>) => Alteration,
  ): Fault => ({
    name: `error-${member}-${name}`,
    breaks,
    why,
    alter,
  });
  return [
    faultOf("missing", "the record's version before this one", (conduct) =>
      changeErrors(conduct, always, () => ({ [member]: undefined })),
    ),
    faultOf("renamed-on-createpet", `one handler writes ${otherName} instead`, (conduct) =>
      changeErrors(conduct, ofKind("invalid-body"), (error) => ({
        [member]: undefined,
        [otherName === "status" ? "type" : otherName]: error[member] ?? null,
      })),
    ),
    faultOf("missing-when-unauthorized", "the filter writes its own body", (conduct) =>
      changeErrors(conduct, ofKind("unauthorized"), () => ({ [member]: undefined })),
    ),
    faultOf("null-when-not-found", "nobody has set it there", (conduct) =>
      changeErrors(conduct, ofKind("no-such-animal"), () => ({ [member]: null })),
    ),
    faultOf("of-another-type-when-no-json", "the reader's own error is sent", (conduct) =>
      changeErrors(conduct, ofCheck("parseBody"), () => ({ [member]: otherValue })),
    ),
    faultOf("missing-without-content-type", "that check was added later", (conduct) =>
      changeErrors(conduct, ofCheck("checkContentTypeIsPresent"), () => ({ [member]: undefined })),
    ),
  ];
}
