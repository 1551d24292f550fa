import type { Operation } from "../description/index.js";
import type { CredentialName } from "./credential.js";

/** The content that is sent as a body: text, or bytes (base64) where the case is about bytes that are no text. */
export type CaseBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly base64: string };

/** The media type that a request accepts where it says nothing of that. */
export const usualAccept = "application/json";

/** One kind of answer that a case allows. `4xx` is any client error but 401. */
export interface Acceptable {
  readonly status: number | "4xx";
  /** The schema of its body, by its name in the interface description. */
  readonly schema: string;
}

/** Answers that are acceptable by these statuses, whatever their bodies are. */
export function accepting(...statuses: readonly Acceptable["status"][]): readonly Acceptable[] {
  return statuses.map((status) => ({ status, schema: "" }));
}

/** The acceptable responses to a request that may be refused, too. */
export function orRefused({ accepts }: Pick<Case, "accepts">): Case["accepts"] {
  return [...accepts, ...accepting("4xx")];
}

/** One generated request, together with what its answer may be. Plain data: it can be stored and sent again. */
export interface Case {
  readonly operation: string;
  /** The trait that is particular to it, in a few words: `limit=101`, `name is a number`. */
  readonly label: string;
  readonly method: Operation["method"];
  /** Path and query exactly as they go out, relative to the base address. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: CaseBody;
  readonly credential: CredentialName;
  readonly accepts: readonly Acceptable[];
  /** Id of the check that a response with another status fails; none where the case is an open point. */
  readonly check?: string;
  /** Does the connection close in the middle of the body? */
  readonly isCut?: true;
}

/** The purpose of a case. `either`: more than one answer is right. */
export type CaseKind = "valid" | "invalid" | "either" | "wrong key";

/** Returns the purpose of a case, by its credential and the answers it allows. */
export function caseKind({ credential, accepts }: Case): CaseKind {
  return credential.kind === "good" || credential.kind === "second" ? kindOfAnswers(accepts) : "wrong key";
}

/** Returns the purpose of a case, by the answers it allows alone. */
export function kindOfAnswers(accepts: readonly Acceptable[]): Exclude<CaseKind, "wrong key"> {
  if (accepts.every(isErrorAnswer)) return "invalid";
  return accepts.some(isErrorAnswer) ? "either" : "valid";
}

/** Is it an answer that refuses a request? */
export function isErrorAnswer({ status }: Acceptable): boolean {
  return status === "4xx" || status >= 400;
}

/** The options that tell one case of an operation from another; everything else follows from the operation. */
export interface CaseOptions extends Pick<Case, "label" | "accepts"> {
  readonly check?: string | undefined;
  readonly credential?: CredentialName | undefined;
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** Names and values exactly as they go out: percent-encode them first, unless that is the point. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: CaseBody | string;
  /** Absent: the operation's own media type where there is a body. `null`: the header is left out. */
  readonly contentType?: string | null | undefined;
  /** Does the body go out in chunks, its length untold? Source: RFC 9112, section 7.1. */
  readonly chunked?: boolean | undefined;
}

/** Does a header of this name say how the body is framed? */
export function isFraming(name: string): boolean {
  return name.toLowerCase() === "transfer-encoding";
}

/** Does the body of a case go out in chunks? */
export function isChunked({ headers }: Case): boolean {
  return headers.some(([name]) => isFraming(name));
}

/** The name of the header with the key, spelt as the case spells its own: in capitals, unless they are in small letters. */
export function authorizationName({ headers }: Case): string {
  return headers.some(([name]) => name === name.toLowerCase()) ? "authorization" : "Authorization";
}

/** Builds one case of an operation. */
export function buildCase(operation: Operation, options: CaseOptions): Case {
  const path = operation.path.replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => options.pathParameters?.[name] ?? "",
  );
  const query = (options.query ?? []).map(([name, value]) => `${name}=${value}`).join("&");
  const body =
    typeof options.body === "string" ? ({ kind: "text", text: options.body } as const) : options.body;
  const contentType = options.contentType === undefined ? operation.body?.mediaType : options.contentType;
  const typed = body !== undefined && contentType != null;
  return {
    operation: operation.id,
    label: options.label,
    method: operation.method,
    path: query === "" ? path : `${path}?${query}`,
    headers: [
      ...(typed ? [["Content-Type", contentType] as const] : []),
      ...(options.chunked === true ? [["Transfer-Encoding", "chunked"] as const] : []),
    ],
    ...(body === undefined ? {} : { body }),
    credential: options.credential ?? { kind: "good" },
    accepts: options.accepts,
    ...(options.check === undefined ? {} : { check: options.check }),
  };
}

/** The bytes of a case's body. */
export function bodyBytes(body: CaseBody): Buffer {
  return body.kind === "text" ? Buffer.from(body.text, "utf8") : Buffer.from(body.base64, "base64");
}

/** Splits a body into the chunks in which it is sent: two, cut inside a character if one has several bytes. */
export function chunksOf(body: Uint8Array): readonly Uint8Array[] {
  const continuation = body.findIndex((byte) => (byte & 0xc0) === 0x80);
  const cut = continuation < 0 ? Math.ceil(body.length / 2) : continuation;
  return [body.subarray(0, cut), body.subarray(cut)].filter((chunk) => chunk.length > 0);
}

/** The part of a body after which the connection closes. */
export function cutBody(body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.ceil(body.length / 2));
}

/** How long a body may be is not said; any server takes this many bytes. */
const maxSurelyAccepted = 4096;

/** Is a body so long that a server may refuse it for that, without reading it to its end? */
export function hasLongBody({ body }: Case): boolean {
  return body !== undefined && bodyBytes(body).length > maxSurelyAccepted;
}

/** A body of bytes that need not be text. */
export function bytesBody(bytes: Uint8Array): CaseBody {
  return { kind: "bytes", base64: Buffer.from(bytes).toString("base64") };
}
