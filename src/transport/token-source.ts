import { requestToken, type Token, TokenError, type TokenRequest } from "./token-request.js";
import type { TokenSource } from "./tokens.js";

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
