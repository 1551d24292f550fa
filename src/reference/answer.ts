import type { Json } from "../json/index.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { Surroundings } from "./operations.js";
import type { Outcome } from "./outcome.js";
import type { Reply } from "./reply.js";

/** Turns what an operation came to into status, headers and bytes. */
export async function answer(
  { handlers, contract }: Surroundings,
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
      case "listed":
        return handlers.renderPets(
          outcome.pets.map((pet) => handlers.renderListedPet(pet)),
          request.query,
        );
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
