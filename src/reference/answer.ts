import type { Json } from "../json/index.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { Surroundings } from "./operations.js";
import type { Outcome } from "./outcome.js";
import type { Reply } from "./reply.js";

/** Turns what an operation came to into status, headers and bytes. */
export async function answer(
  { conduct, contract }: Surroundings,
  request: IncomingRequest,
  outcome: Outcome,
): Promise<Reply> {
  const status = conduct.statusCode(outcome);
  const reply: Reply = {
    status,
    headers: {
      "Content-Type": conduct.contentType(outcome),
      "WWW-Authenticate": conduct.challenge(outcome),
      Allow: conduct.allow(outcome),
      Deprecation: conduct.deprecation(outcome),
      Sunset: conduct.sunset(outcome, contract.removalDate),
      Link: conduct.link(outcome, contract.versionSegment + contract.roles.listPath),
    },
    body: conduct.encode(conduct.serialize(bodyOf(outcome))),
    transmission: { kind: "whole" },
  };
  return conduct.finish(reply, request, outcome);

  function bodyOf(outcome: Outcome): Json {
    switch (outcome.kind) {
      case "listed":
        return conduct.renderPets(
          outcome.pets.map((pet) => conduct.renderListedPet(pet)),
          request.query,
        );
      case "created":
        return conduct.renderCreatedPet(outcome.pet);
      case "found":
        return conduct.renderFoundPet(outcome.pet);
      case "answered":
        return outcome.body;
      default: {
        const { code, message } = conduct.describeRefusal(outcome);
        return conduct.renderError(code, message, status);
      }
    }
  }
}
