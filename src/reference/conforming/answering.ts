import { type Json, renderJson } from "../../json/index.js";
import type { Answering } from "../handlers.js";
import type { Outcome, Refusal } from "../outcome.js";
import type { Pet } from "../store.js";

/** When `getPet` was deprecated: 1 January 2025, in seconds since 1970. The document gives no date. */
const deprecatedSince = 1_735_689_600;

/** The statuses, bodies and headers of the document, and the headers that the HTTP standards advise. */
export const answering: Answering = {
  statusCode,
  renderListedPet: renderPet,
  renderCreatedPet: renderPet,
  renderFoundPet: renderPet,
  renderPets: (pets) => pets,
  describeRefusal,
  renderError: (code, message, status) => ({ code, message, status: BigInt(status) }),
  contentType: () => "application/json",
  challenge: ({ kind }) => (kind === "unauthorized" ? "Bearer" : undefined),
  deprecation: ({ kind }) => (kind === "found" ? `@${deprecatedSince}` : undefined),
  sunset({ kind }, removalDate) {
    return kind === "found" ? new Date(`${removalDate}T23:59:59Z`).toUTCString() : undefined;
  },
  link({ kind }, successor) {
    return kind === "found" ? `<${successor}>; rel="successor-version"` : undefined;
  },
  allow: (outcome) => (outcome.kind === "no-such-method" ? outcome.allowed.join(", ") : undefined),
  serialize: (body) => renderJson(body),
  encode: (text) => Buffer.from(text, "utf8"),
  finish: (reply) => reply,
};

function renderPet({ id, name, categoryId, status, further }: Pet): Json {
  return { id, name, categoryId, ...(status === undefined ? {} : { status }), ...further };
}

function statusCode(outcome: Outcome): number {
  switch (outcome.kind) {
    case "listed":
    case "found":
      return 200;
    case "created":
      return 201;
    case "invalid-parameter":
    case "invalid-body":
      return 400;
    case "unauthorized":
      return 401;
    case "invalid-id":
    case "no-such-animal":
    case "removed":
    case "no-such-path":
      return 404;
    case "no-such-method":
      return 405;
    case "body-too-large":
      return 413;
    case "broken":
      return 500;
    case "answered":
    case "refused":
      return outcome.status;
  }
}

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
