import { describe, it } from "vitest";
import { textBehaviours } from "./behaviours-of-texts.js";
import { itSurvivesTheStoreItself, survives } from "./survives.js";

describe("no text gets through as it is, and no run of the key at all, from a store that", () => {
  itSurvivesTheStoreItself();
  it.for(textBehaviours)("%s", survives);
});
