import type { Roles } from "../description/index.js";
import type { Json, JsonObject } from "../json/index.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { Outcome, Refusal } from "./outcome.js";
import type { Reply } from "./reply.js";
import type { NewPet, Pet, Store } from "./store.js";

/** A value, now or later. */
export type Eventual<T> = T | Promise<T>;

/** Why something is refused, in words for people; undefined where it is not. */
export type Objection = string | undefined;

/** What came of reading something. */
export type Reading<T> =
  | { readonly status: "read"; readonly value: T }
  | { readonly status: "refused"; readonly reason: string };

/** What a page is taken by. */
export interface PageQuery {
  readonly limit: number;
  readonly status: string | undefined;
}

/**
 * Every decision that the server makes, one function each. No member calls another: only the server composes
 * them, so that overriding one changes that decision and nothing else. Those named `check…` return the
 * objection, or undefined for none.
 */
export type Handlers = ServerLife & Authentication & Listing & BodyReading & Storing & Fetching & Answering;

/** A mutation operator: what it overrides of some handlers, with those at hand. */
export type Operator = (handlers: Handlers) => Partial<Handlers>;

/** Operators by name. */
export type OperatorTable = Readonly<Record<string, Operator>>;

/** What holds for the server as a whole. */
export interface ServerLife {
  /** The path that all paths begin with. `described`: the one of the description. */
  mountAt(described: string): string;
  /** The animals that are there before the first request. */
  seed(): Iterable<Pet>;
  /** Starts what goes on beside the requests; returns what stops it. Called once the server listens. */
  startBackground(store: Store): () => void;
  /** Is one more connection taken where this many are open? If not, it is closed at once. */
  takesConnection(open: number): boolean;
  /** Bodies with more bytes than this are not read. */
  largestBody(): number;
  /** Answers in place of everything else: maintenance, rate limits, one failure in forty. */
  answerEarly(request: IncomingRequest, store: Store): Eventual<Outcome | undefined>;
  /** Operations that the document does not have. Asked only with a good key, if nothing else matches. */
  answerOtherOperation(request: IncomingRequest, store: Store): Eventual<Outcome | undefined>;
}

/** Which requests are served. */
export interface Authentication {
  /** What the client presents as its key. */
  readCredential(authorization: string | undefined): string | undefined;
  /** May this request be served? */
  authenticate(credential: string | undefined, key: string, request: IncomingRequest): boolean;
  /** What an unauthenticated request comes to; `perform` does the operation, and returns what it came to. */
  refuseUnauthorized(perform: () => Promise<Outcome>): Eventual<Outcome>;
}

/** How `listPets` reads its parameters and chooses the animals. */
export interface Listing {
  /** `texts`: every `limit` of the query. `violation`: what openapi-backend finds wrong with them. */
  checkLimit(texts: readonly string[], violation: Objection): Objection;
  /** Called when there was no objection. Undefined: the default applies. */
  readLimit(texts: readonly string[]): number | undefined;
  /** `described`: the default of the description. */
  defaultLimit(described: number): number;
  /** `texts`: every `status` of the query. `violation`: what openapi-backend finds wrong with them. */
  checkStatusFilter(texts: readonly string[], violation: Objection): Objection;
  /** Called when there was no objection. Undefined: no filter. */
  readStatusFilter(texts: readonly string[]): string | undefined;
  /** The animals to choose from, filtered, in the order in which they were added. */
  selectPets(store: Store, status: string | undefined): Iterable<Pet>;
  arrange(pets: Iterable<Pet>): Iterable<Pet>;
  /** How many animals a page holds where this limit was given. */
  pageSize(limit: number): number;
  takePage(pets: Iterable<Pet>, size: number): readonly Pet[];
  /** A last word on which animals are shown, after the page was cut. */
  revisePage(page: readonly Pet[], query: PageQuery, store: Store): readonly Pet[];
}

type CheckMember = (body: JsonObject, roles: Roles) => Objection;

/** How `createPet` reads and checks the body: the steps of `BodyCheck`. */
export interface BodyReading {
  checkContentTypeIsPresent(contentType: string | undefined): Objection;
  checkContentTypeIsJson(contentType: string): Objection;
  decodeBody(bytes: Uint8Array): Reading<string>;
  parseBody(text: string): Reading<Json>;
  /** Undefined: it is no object, and refused. */
  asObject(body: Json): JsonObject | undefined;
  readonly checkNameIsPresent: CheckMember;
  readonly checkNameIsString: CheckMember;
  readonly checkCategoryIsPresent: CheckMember;
  readonly checkCategoryIsInteger: CheckMember;
  readonly checkCategoryIsInt64: CheckMember;
  readonly checkStatusIsAllowed: CheckMember;
  /** The members that the description has besides those. */
  readonly checkFurtherMembers: CheckMember;
  /** Room for rules that the document does not have: known categories, unique names, longest name. */
  checkFurther(body: JsonObject, store: Store): Objection;
}

/** What `createPet` keeps. */
export interface Storing {
  /** What is kept of a valid body, the default status included: the first that the description has. */
  normalize(body: JsonObject, roles: Roles): NewPet;
  assignId(pet: NewPet, store: Store): Eventual<bigint>;
  storePet(pet: Pet, store: Store): Eventual<void>;
}

/** How `getPet` finds the animal. */
export interface Fetching {
  /** Is the operation gone? `removalDate` is an ISO date. */
  isRemoved(removalDate: string, now: Date): boolean;
  /** `text`: the path segment as sent. Undefined: it is no identifier. */
  readPetId(text: string): bigint | undefined;
  lookUp(id: bigint, store: Store): Eventual<Pet | undefined>;
}

type Render = (pet: Pet) => Json;

/** How an outcome becomes status, headers and bytes. */
export interface Answering {
  statusCode(outcome: Outcome): number;
  readonly renderListedPet: Render;
  readonly renderCreatedPet: Render;
  readonly renderFoundPet: Render;
  renderPets(pets: readonly Json[], query: URLSearchParams): Json;
  describeRefusal(refusal: Refusal): { readonly code: string; readonly message: string };
  renderError(code: string, message: string, status: number): Json;
  /** Undefined here and below: the header is not sent. */
  contentType(outcome: Outcome): string | undefined;
  /** `WWW-Authenticate`. */
  challenge(outcome: Outcome): string | undefined;
  /** `Deprecation` (RFC 9745). */
  deprecation(outcome: Outcome): string | undefined;
  /** `Sunset` (RFC 8594). */
  sunset(outcome: Outcome, removalDate: string): string | undefined;
  /** `Link`. `successor`: the path of the operation that replaces the deprecated one. */
  link(outcome: Outcome, successor: string): string | undefined;
  /** `Allow`. */
  allow(outcome: Outcome): string | undefined;
  /** The JSON text of the body. */
  serialize(body: Json): string;
  /** The bytes of the text. */
  encode(text: string): Uint8Array;
  /** The last word: may rewrite, delay, cut short or drop the whole reply. */
  finish(reply: Reply, request: IncomingRequest, outcome: Outcome): Eventual<Reply>;
}
