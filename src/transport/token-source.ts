import { isJsonObject, type Json, parseJsonBytes } from "../json/index.js";
import type { Case } from "./case.js";
import { createClient } from "./client.js";
import { type CredentialPlace, isHeaderText } from "./credential.js";
import { headerValues, type Response } from "./exchange.js";
import type { TokenSource } from "./tokens.js";
import type { ClientOptions } from "./transmit.js";

/** A token is replaced so long before its end, in ms, or after this part of its time. */
const reserve = 30_000;
const mostUsed = 0.8;

/** Tokens of one run: each of them is looked for in all that the run tells. */
const mostTokens = 1000;
/** The latest ones, which may be good still. */
const mostGood = 4;

/**
 * Asks for the first token; others are asked for when it ends: as the server has said, or when it is refused although it
 * was good before.
 * @throws TokenError if there is no first token
 */
export async function openTokenSource(request: TokenRequest, signal: AbortSignal): Promise<TokenSource> {
  let token: Token = await requestToken(request, signal);
  const all = new Set([token.value]);
  /** Operations that refused two tokens in a row: they mean something else by it. */
  const refusing = new Set<string>();
  let wasServed = false;
  let endsAt = endOf(token);
  let asking: Promise<void> | undefined;
  let failure: string | undefined;
  let trouble: string | undefined;

  const ask = async (): Promise<void> => {
    // Whatever comes of it, time is no reason to ask once more.
    endsAt = Number.POSITIVE_INFINITY;
    if (all.size >= mostTokens) {
      failure = `the server has given ${mostTokens} tokens already`;
      return;
    }
    try {
      token = await requestToken(request, signal);
      all.add(token.value);
      endsAt = endOf(token);
      wasServed = false;
      failure = undefined;
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      failure = error.message;
    }
  };
  const askOnce = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return {
    current: async () => {
      if (performance.now() >= endsAt || asking !== undefined) await askOnce();
      return token.value;
    },
    isReplaced: async ({ operation, token: used, status, isAgain }) => {
      if (used === token.value && status < 400) wasServed = true;
      if (status !== 401 || refusing.has(operation)) return false;
      if (used !== token.value) return !isAgain;
      if (!isAgain && wasServed && trouble === undefined && !signal.aborted) {
        await askOnce();
        trouble = failure;
        if (token.value !== used) return true;
      }
      if (wasServed || isAgain) refusing.add(operation);
      return false;
    },
    trouble: () => trouble,
    ...(request.found.in === "cookie" ? { cookie: request.found.name } : {}),
    secrets: () => [...request.secrets, ...all],
    ended: () => [...all].slice(0, -mostGood),
  };
}

/** As `performance.now()` will show it. */
function endOf({ lifetime }: Token): number {
  if (lifetime === undefined) return Number.POSITIVE_INFINITY;
  return performance.now() + Math.max(lifetime - reserve, lifetime * mostUsed);
}

/** A credential that a server has given. */
export interface Token {
  readonly value: string;
  /** How long it holds, in ms, where the server says so. */
  readonly lifetime?: number;
}

/** Where a token is asked for, and where it stands in the response. */
export interface TokenRequest {
  readonly client: Omit<ClientOptions, "signal">;
  readonly request: Case;
  /** Where the client's own name and secret stand in the request, if they do not stand in its body. */
  readonly place?: CredentialPlace;
  readonly found:
    | { readonly in: "body"; readonly path: readonly string[] }
    | { readonly in: "cookie"; readonly name: string };
  /** The advice where there is no token: ends a sentence. */
  readonly advice: string;
  /** The texts that stand in the request and are to be in no output. */
  readonly secrets: readonly string[];
}

/** A token could not be had. The message is one sentence, and holds no secret. */
export class TokenError extends Error {
  override readonly name = "TokenError";
}

/** A token that is larger is none, in bytes. */
const sizeLimit = 1024 * 1024;

/** No header line takes a longer one on most servers, in characters. */
const longestToken = 16 * 1024;

/**
 * Asks for a token, in one request.
 * @throws TokenError if there is none
 */
async function requestToken(asked: TokenRequest, signal: AbortSignal): Promise<Token> {
  const { request, place, found, client: shared } = asked;
  // Of this request alone: listeners would gather on the other.
  const own = AbortSignal.any([signal]);
  const options = { ...shared, signal: own, concurrency: 1, sizeLimit, methods: [request.method] };
  const client = createClient({ ...options, ...(place === undefined ? {} : { placeOf: () => place }) });
  const refuse = (what: string): never => {
    const where = `${request.method} ${shared.baseUrl}${request.path.replace(/\?.*$/s, "")}`;
    throw new TokenError(`there is no token: ${where} ${what}; ${asked.advice}`);
  };
  try {
    const { outcome } = await client.send(request);
    if (outcome.kind === "transport-error") return refuse(`was not answered (${outcome.detail})`);
    const { status } = outcome;
    // A form leads on to a page, once it is sent.
    if (status >= (found.in === "cookie" ? 400 : 300)) return refuse(`answered ${status}`);
    const token = found.in === "body" ? inBody(outcome, found.path) : inCookie(outcome, found.name);
    const name = found.in === "body" ? `token at ${found.path.join(".")}` : `cookie ${found.name}`;
    if (token === undefined) return refuse(`answered ${status} without a ${name}`);
    if (!isHeaderText(token.value))
      return refuse(`answered ${status} with a ${name} that a header cannot carry`);
    if (token.value.length > longestToken)
      return refuse(`answered ${status} with a ${name} of ${token.value.length} characters`);
    return token;
  } finally {
    await client.close();
  }
}

/** Its lifetime stands beside it. Source: RFC 6749, section 5.1. */
function inBody({ body }: Response, path: readonly string[]): Token | undefined {
  const read = parseJsonBytes(body);
  const around = read.status === "valid" ? memberAt(read.value, path.slice(0, -1)) : undefined;
  const value = memberAt(around, path.slice(-1));
  if (typeof value !== "string" || value === "") return undefined;
  return { value, ...lifetimeOf(`${memberAt(around, ["expires_in"]) ?? ""}`) };
}

function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (each, name) => (isJsonObject(each) && Object.hasOwn(each, name) ? each[name] : undefined),
    value,
  );
}

/** Of several with the name, the last counts. Source: RFC 6265, sections 5.2 and 5.3. */
function inCookie(response: Response, name: string): Token | undefined {
  const cookies = headerValues(response, "set-cookie").filter((line) => line.trim().startsWith(`${name}=`));
  const [pair = "", ...attributes] = (cookies.at(-1) ?? "").split(";").map((part) => part.trim());
  const value = pair.slice(name.length + 1);
  if (value === "") return undefined;
  const age = attributes.map((each) => /^max-age=(.*)$/i.exec(each)?.[1]).findLast((each) => each);
  return { value, ...lifetimeOf(age ?? "") };
}

/** From seconds; nothing where they say nothing. */
function lifetimeOf(seconds: string): Pick<Token, "lifetime"> {
  return /^\d{1,9}$/.test(seconds) && Number(seconds) > 0 ? { lifetime: Number(seconds) * 1000 } : {};
}
