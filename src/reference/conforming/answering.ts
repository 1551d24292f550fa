import { type Json, renderJson } from "../../json/index.js";
import type { Eventual } from "../decision.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Outcome, Refusal } from "../outcome.js";
import type { Reply } from "../reply.js";
import type { Pet } from "../store.js";

/** When `getPet` was deprecated: 1 January 2025, in seconds since 1970. The document gives no date. */
const deprecatedSince = 1_735_689_600;

/** The statuses, bodies and headers of the document, and the headers that the HTTP standards advise. */
export const answering = {
  statusCode: (outcome: Outcome): number =>
    "status" in outcome ? outcome.status : statusCodes[outcome.kind],
  renderListedPet: renderPet,
  renderCreatedPet: renderPet,
  renderFoundPet: renderPet,
  renderPets: (pets: readonly Json[], _query: URLSearchParams): Json => pets,
  describeRefusal,
  renderError: (code: string, message: string, status: number): Json => ({
    code,
    message,
    status: BigInt(status),
  }),
  /** Undefined here and below: the header is not sent. */
  contentType: (_outcome: Outcome): string | undefined => "application/json",
  /** `WWW-Authenticate`. */
  challenge: ({ kind }: Outcome): string | undefined => (kind === "unauthorized" ? "Bearer" : undefined),
  /** `Deprecation` (RFC 9745). */
  deprecation: ({ kind }: Outcome): string | undefined =>
    kind === "found" ? `@${deprecatedSince}` : undefined,
  /** `Sunset` (RFC 8594). */
  sunset: ({ kind }: Outcome, removalDate: string): string | undefined =>
    kind === "found" ? new Date(`${removalDate}T23:59:59Z`).toUTCString() : undefined,
  /** `Link`. `successor`: the path of the operation that replaces the deprecated one. */
  link: ({ kind }: Outcome, successor: string): string | undefined =>
    kind === "found" ? `<${successor}>; rel="successor-version"` : undefined,
  /** `Allow`. */
  allow: (outcome: Outcome): string | undefined =>
    outcome.kind === "no-such-method" ? outcome.allowed.join(", ") : undefined,
  /** The JSON text of the body. */
  serialize: (body: Json): string => renderJson(body),
  /** The bytes of the text. */
  encode: (text: string): Uint8Array => Buffer.from(text, "utf8"),
  /** The last word: may rewrite, delay, cut short or drop the whole reply. */
  finish: (reply: Reply, _request: IncomingRequest, _outcome: Outcome): Eventual<Reply> => reply,
};

function renderPet({ id, name, categoryId, status, further }: Pet): Json {
  return { id, name, categoryId, ...(status === undefined ? {} : { status }), ...further };
}

/** The status of every outcome that brings none of its own. */
const statusCodes = {
  listed: 200,
  found: 200,
  created: 201,
  "invalid-parameter": 400,
  "invalid-body": 400,
  unauthorized: 401,
  "invalid-id": 404,
  "no-such-animal": 404,
  removed: 404,
  "no-such-path": 404,
  "no-such-method": 405,
  "body-too-large": 413,
  broken: 500,
} as const;

function describeRefusal(refusal: Refusal): { code: string; message: string } {
  switch (refusal.kind) {
    case "unauthorized":
      return { code: "unauthorized", message: "The API key is missing or not valid." };
    case "invalid-parameter":
      return { code: "invalid_parameter", message: `${refusal.parameter}: ${refusal.reason}.` };
    case "invalid-body":
      return { code: "invalid_body", message: `The animal was not added: ${refusal.reason}.` };
    case "body-too-large":
      return { code: "body_too_large", message: `The body has more than ${refusal.limit} bytes.` };
    case "invalid-id":
      return { code: "not_found", message: "The path holds no identifier of an animal." };
    case "no-such-animal":
      return { code: "not_found", message: `There is no animal ${refusal.id}.` };
    case "removed":
      return { code: "removed", message: "This operation was removed; list the animals by status instead." };
    case "no-such-path":
      return { code: "not_found", message: "There is nothing at this path." };
    case "no-such-method":
      return { code: "method_not_allowed", message: `Here goes only ${refusal.allowed.join(", ")}.` };
    case "broken":
      return { code: "internal_error", message: "The server failed." };
    case "refused":
      return { code: "refused", message: refusal.reason };
  }
}
