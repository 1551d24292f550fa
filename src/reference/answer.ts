import type { IncomingMessage, RequestListener } from "node:http";
import type { Json } from "../json/index.js";
import { type IncomingRequest, receiveRequest } from "./incoming-request.js";
import type { ServerContext } from "./operations.js";
import type { Outcome } from "./outcome.js";
import { type Reply, sendReply } from "./reply.js";
import { route } from "./router.js";

/** Receives, performs and answers each request. Never rejects: what goes wrong inside is answered with 500, what goes wrong with the connection ends it. */
export function createRequestHandler(
  surroundings: ServerContext,
  onFailure: (error: unknown) => void = () => {},
): RequestListener {
  let received = 0;
  const replyTo = async (request: IncomingRequest, hasHost: boolean): Promise<Reply> => {
    try {
      const outcome = hasHost ? await route(surroundings, request) : missingHost;
      return await answer(surroundings, request, outcome);
    } catch (error) {
      onFailure(error);
      return answer(surroundings, request, { kind: "broken" });
    }
  };
  return async (message, response) => {
    response.on("error", () => response.destroy());
    received += 1;
    try {
      const request = await receiveRequest(message, received, surroundings.handlers.largestBody());
      const reply = await replyTo(request, hasRequiredHost(message));
      // Of a body that was not read to its end, the rest must not be taken for the next request.
      const closing = request.body.kind === "too-large" ? { Connection: "close" } : {};
      await sendReply(response, { ...reply, headers: { ...reply.headers, ...closing } });
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

/** Turns what an operation came to into status, headers and bytes. */
async function answer(
  { handlers, contract }: ServerContext,
  request: IncomingRequest,
  outcome: Outcome,
): Promise<Reply> {
  const status = handlers.statusCode(outcome);
  const reply: Reply = {
    status,
    headers: {
      "Content-Type": handlers.contentType(outcome),
      "WWW-Authenticate": handlers.challenge(outcome),
      Allow: handlers.allow(outcome),
      Deprecation: handlers.deprecation(outcome),
      Sunset: handlers.sunset(outcome, contract.removalDate),
      Link: handlers.link(outcome, contract.versionSegment + contract.roles.listPath),
    },
    body: handlers.encode(handlers.serialize(bodyOf(outcome))),
    transmission: { kind: "whole" },
  };
  return handlers.finish(reply, request, outcome);

  function bodyOf(outcome: Outcome): Json {
    switch (outcome.kind) {
      case "listed": {
        const shown = outcome.pets.map((pet) => handlers.renderListedPet(pet));
        return handlers.renderPets(shown, request.query);
      }
      case "created":
        return handlers.renderCreatedPet(outcome.pet);
      case "found":
        return handlers.renderFoundPet(outcome.pet);
      case "answered":
        return outcome.body;
      default: {
        const { code, message } = handlers.describeRefusal(outcome);
        return handlers.renderError(code, message, status);
      }
    }
  }
}
