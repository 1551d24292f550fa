import type { IncomingMessage, ServerResponse } from "node:http";
import { answer } from "./answer.js";
import { type IncomingRequest, receiveRequest } from "./incoming-request.js";
import type { Surroundings } from "./operations.js";
import type { Outcome } from "./outcome.js";
import { type Reply, sendReply } from "./reply.js";
import { route } from "./router.js";

/** Receives, performs and answers one request. */
export type RequestHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Never rejects: what goes wrong inside is answered with 500, what goes wrong with the connection ends it. */
export function createRequestHandler(
  surroundings: Surroundings,
  onFailure: (error: unknown) => void = () => {},
): RequestHandler {
  const { handlers } = surroundings;
  let received = 0;

  async function replyTo(request: IncomingRequest, hasHost: boolean): Promise<Reply> {
    try {
      const outcome = hasHost ? await route(surroundings, request) : missingHost;
      return await answer(surroundings, request, outcome);
    } catch (error) {
      onFailure(error);
      return answer(surroundings, request, { kind: "broken" });
    }
  }

  return async (message, response) => {
    response.on("error", () => response.destroy());
    received += 1;
    try {
      const request = await receiveRequest(message, received, handlers.largestBody());
      const reply = await replyTo(request, hasRequiredHost(message));
      await sendReply(response, request.body.kind === "too-large" ? closing(reply) : reply);
    } catch {
      response.destroy();
    }
  };
}

const missingHost: Outcome = { kind: "refused", status: 400, reason: "The Host header is missing." };

/** RFC 9112, 3.2. */
function hasRequiredHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== "1.1" || headers.host !== undefined;
}

/** Of a body that was not read to its end, the rest must not be taken for the next request. */
function closing(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, Connection: "close" } };
}
