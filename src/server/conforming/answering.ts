import type { Roles } from "../../description/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { type IncomingRequest, isPlainInteger } from "../incoming-request.js";
import type { OperationOutcome, RefusedOperation, Reply } from "../reply.js";
import type { Pet, Store } from "../store.js";
import type { Eventual, Objection } from "./creating.js";

/** When `getPet` was deprecated: 1 January 2025, in seconds since 1970. The document gives no date. */
const deprecatedSince = 1_735_689_600;

/** The statuses, bodies and headers of the document, and the headers that the HTTP standards advise. */
export const answering = {
  statusCode(outcome: OperationOutcome): number {
    if ("status" in outcome) return outcome.status;
    if (outcome.kind === "listed" || outcome.kind === "found") return 200;
    return outcome.kind === "created" ? 201 : refusals[outcome.kind][0];
  },
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
  contentType: (_outcome: OperationOutcome): string | undefined => "application/json",
  /** `WWW-Authenticate`. */
  challenge: ({ kind }: OperationOutcome): string | undefined =>
    kind === "unauthorized" ? "Bearer" : undefined,
  /** `Deprecation` (RFC 9745). */
  deprecation: ({ kind }: OperationOutcome): string | undefined =>
    kind === "found" ? `@${deprecatedSince}` : undefined,
  /** `Sunset` (RFC 8594). */
  sunset: ({ kind }: OperationOutcome, removalDate: string): string | undefined =>
    kind === "found" ? new Date(`${removalDate}T23:59:59Z`).toUTCString() : undefined,
  /** `Link`. `successor`: the path of the operation that replaces the deprecated one. */
  link: ({ kind }: OperationOutcome, successor: string): string | undefined =>
    kind === "found" ? `<${successor}>; rel="successor-version"` : undefined,
  /** `Allow`. */
  allow: (outcome: OperationOutcome): string | undefined =>
    outcome.kind === "no-such-method" ? outcome.allowed.join(", ") : undefined,
  /** The JSON text of the body. */
  serialize: (body: Json): string => renderJson(body),
  /** The bytes of the text. */
  encode: (text: string): Uint8Array => Buffer.from(text, "utf8"),
  /** The last word: may rewrite, delay, cut short or drop the whole reply. */
  finish: (reply: Reply, _request: IncomingRequest, _outcome: OperationOutcome): Eventual<Reply> => reply,
};

function renderPet({ id, name, categoryId, status, further }: Pet): Json {
  return { id, name, categoryId, ...(status === undefined ? {} : { status }), ...further };
}

/** A refusal that brings no status of its own. */
type PlainRefusal = Exclude<RefusedOperation, { readonly kind: "refused" }>;

/** The answer to each kind of refusal. */
const refusals: {
  readonly [Kind in PlainRefusal["kind"]]: readonly [
    status: number,
    code: string,
    message: (refusal: Extract<PlainRefusal, { readonly kind: Kind }>) => string,
  ];
} = {
  "invalid-parameter": [400, "invalid_parameter", ({ parameter, reason }) => `${parameter}: ${reason}.`],
  "invalid-body": [400, "invalid_body", ({ reason }) => `The animal was not added: ${reason}.`],
  unauthorized: [401, "unauthorized", () => "The API key is missing or not valid."],
  "invalid-id": [404, "not_found", () => "The path holds no identifier of an animal."],
  "no-such-animal": [404, "not_found", ({ id }) => `There is no animal ${id}.`],
  removed: [404, "removed", () => "This operation was removed; list the animals by status instead."],
  "no-such-path": [404, "not_found", () => "There is nothing at this path."],
  "no-such-method": [405, "method_not_allowed", ({ allowed }) => `Here goes only ${allowed.join(", ")}.`],
  "body-too-large": [413, "body_too_large", ({ limit }) => `The body has more than ${limit} bytes.`],
  broken: [500, "internal_error", () => "The server failed."],
};

function describeRefusal(refusal: RefusedOperation): { code: string; message: string } {
  if (refusal.kind === "refused") return { code: "refused", message: refusal.reason };
  const [, code, messageOf] = refusals[refusal.kind];
  return { code, message: (messageOf as (refusal: PlainRefusal) => string)(refusal) };
}

/** The values that select a page. */
export interface PageQuery {
  readonly limit: number;
  readonly status: string | undefined;
  /** The whole query. */
  readonly parameters: URLSearchParams;
}

/** Endpoints, 1: filter first, then limit; in the order of creation. */
export const listing = {
  /** `texts`: every `limit` of the query. */
  checkLimit([text, ...more]: readonly string[], { minimum, maximum }: Roles["pageSize"]): Objection {
    if (text === undefined) return undefined;
    if (more.length > 0 || !isPlainInteger(text)) return "must be integer";
    if (Number(text) < minimum) return `must be >= ${minimum}`;
    return Number(text) > maximum ? `must be <= ${maximum}` : undefined;
  },
  /** Called when there was no objection. Undefined: the default applies. */
  readLimit: ([text]: readonly string[]): number | undefined =>
    text === undefined ? undefined : Number(text),
  /** `described`: the default of the description. */
  defaultLimit: (described: number): number => described,
  /** `texts`: every `status` of the query. */
  checkStatusFilter([text, ...more]: readonly string[], { values }: Roles["filter"]): Objection {
    if (more.length > 0) return "must be string";
    const isAllowed = text === undefined || values.includes(text);
    return isAllowed ? undefined : "must be equal to one of the allowed values";
  },
  /** Called when there was no objection. Undefined: no filter. */
  readStatusFilter: ([text]: readonly string[]): string | undefined => text,
  /** The animals to choose from, filtered, in the order in which they were added. */
  selectPets: (store: Store, status: string | undefined): Iterable<Pet> =>
    status === undefined ? store.all() : store.withStatus(status),
  arrange: (pets: Iterable<Pet>): Iterable<Pet> => pets,
  /** How many animals a page holds where this limit was given. */
  pageSize: (limit: number): number => limit,
  takePage(pets: Iterable<Pet>, size: number): readonly Pet[] {
    const page: Pet[] = [];
    for (const pet of pets) {
      if (page.length >= size) break;
      page.push(pet);
    }
    return page;
  },
  /** A last word on which animals are shown, after the page was cut. */
  revisePage: (page: readonly Pet[], _query: PageQuery, _store: Store): readonly Pet[] => page,
};
