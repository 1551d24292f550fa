import type { Response, TransportError } from "./exchange.js";
import { redacted } from "./redaction.js";

/** The outcome of a request that had the token. */
export interface TokenUse {
  readonly operation: string;
  readonly token: string;
  readonly status: number;
  /** Was it sent again, since an earlier token was refused? */
  readonly isAgain: boolean;
}

/** Tokens of one user, one after the other. */
export interface TokenSource {
  /** The token to send now: another one, where the last is about to end. Never rejects. */
  readonly current: () => Promise<string>;
  /** Is there another token since this one was refused, so that the request is worth sending again? Never rejects. */
  readonly isReplaced: (use: TokenUse) => Promise<boolean>;
  /** Why requests have been refused since a token ended: no other could be had. */
  readonly trouble: () => string | undefined;
  /** The cookie that is the token, if it is one. */
  readonly cookie?: string;
  /** The secrets that the tokens were asked for with, and every token that there was, the latest last: to be in no output. */
  readonly secrets: () => readonly string[];
  /** The tokens that ended a while ago: only the whole of one is to be in no output. */
  readonly ended: () => readonly string[];
}

/** The same outcome without the sessions that a server gives with every response: each is as good as the first. */
export function withoutSessions<Outcome extends Response | TransportError>(
  outcome: Outcome,
  cookie: string | undefined,
): Outcome {
  if (outcome.kind !== "response" || cookie === undefined) return outcome;
  const headers = outcome.headers.map(([name, value]) => {
    const isSession = name === "set-cookie" && value.trim().startsWith(`${cookie}=`);
    return [name, isSession ? value.replace(/=[^;]*/, `=${redacted}`) : value] as const;
  });
  return { ...outcome, headers };
}
