import { describe, it } from "vitest";
import { answerBehaviours } from "./behaviours-of-answers.js";
import { earlyAnswer } from "./behaviours-of-connections.js";
import { itSurvivesTheStoreItself, survives } from "./survives.js";

describe("a run comes to its end, and its reports are sound, against a server that", () => {
  itSurvivesTheStoreItself();
  it.for([...answerBehaviours, earlyAnswer])("%s", survives);
});
