import { timingSafeEqual } from "node:crypto";
import { type IncomingRequest, isInt64, isPlainInteger } from "../incoming-request.js";
import type { OperationOutcome } from "../reply.js";
import type { Pet, Store } from "../store.js";
import { answering, listing } from "./answering.js";
import { creating, type Eventual, storing } from "./creating.js";

/**
 * Every decision that the server makes, one function each. No member calls another: only the server composes
 * them, so that overriding one changes that decision and nothing else. Those named `check…` return the
 * objection, or undefined for none.
 */
export type Handlers = ReturnType<typeof conforming>;

/** The handlers that follow the interface document to the letter. One for each server: it numbers the animals. */
export function conforming() {
  return { ...serving, ...authentication, ...listing, ...creating, ...storing(), ...fetching, ...answering };
}

/** The handlers for the server as a whole. */
const serving = {
  /** The path that all paths begin with. `described`: the one of the description. */
  mountAt: (described: string): string => described,
  /** The animals that are there before the first request. */
  seed: (): Iterable<Pet> => [],
  /** Starts what goes on beside the requests; returns what stops it. Called once the server listens. */
  startBackground:
    (_store: Store): (() => void) =>
    () => {},
  /** More connections than this are closed at once. */
  mostConnections: (): number => Number.POSITIVE_INFINITY,
  /** Bodies with more bytes than this are not read. */
  largestBody: (): number => 1024 * 1024,
  /** Answers in place of everything else: maintenance, rate limits, one failure in forty. */
  answerEarly: (_request: IncomingRequest, _store: Store): Eventual<OperationOutcome | undefined> =>
    undefined,
  /** Operations that the document does not have. Asked only with a good key, if nothing else matches. */
  answerOtherOperation: (_request: IncomingRequest, _store: Store): Eventual<OperationOutcome | undefined> =>
    undefined,
};

/** Authentication 1 to 4: a bearer credential, on every operation; without it, nothing else is looked at. */
const authentication = {
  /** Reads the client's key in `Bearer <key>` (RFC 6750), with the scheme in any case (RFC 9110, 11.1). */
  readCredential: (authorization: string | undefined): string | undefined =>
    /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1],
  /** May this request be served? Takes a time that does not depend on where the two keys differ. */
  authenticate(credential: string | undefined, key: string, _request: IncomingRequest): boolean {
    const [presented, expected] = [Buffer.from(credential ?? ""), Buffer.from(key)];
    return presented.length === expected.length && timingSafeEqual(presented, expected);
  },
  /** Returns the outcome of an unauthenticated request; `perform` does the operation, and returns its outcome. */
  refuseUnauthorized: (
    _perform: () => Promise<OperationOutcome>,
    _request: IncomingRequest,
  ): Eventual<OperationOutcome> => ({
    kind: "unauthorized",
  }),
};

/** Endpoints, 3, and Versioning, 3: exact to the last digit, and there to the end of the day of its removal. */
const fetching = {
  /** Is the operation gone? `removalDate` is an ISO date. */
  isRemoved: (removalDate: string, now: Date): boolean =>
    now.getTime() > Date.parse(`${removalDate}T23:59:59.999Z`),
  /** `text`: the path segment as sent. Undefined: it is no identifier. */
  readPetId(text: string): bigint | undefined {
    const digits = text.replace(/%(3[0-9]|2D)/gi, decodeURIComponent);
    if (!isPlainInteger(digits) || digits.length > 20) return undefined;
    const id = BigInt(digits);
    return isInt64(id) ? id : undefined;
  },
  lookUp: (id: bigint, store: Store): Eventual<Pet | undefined> => store.get(id),
};
