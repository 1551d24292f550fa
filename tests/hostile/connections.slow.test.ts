import { describe, it } from "vitest";
import { waitedFor } from "./behaviours-of-connections.js";
import { itSurvivesTheStoreItself, survives } from "./survives.js";

describe("a run comes to its end, and its reports are sound, against a server that", () => {
  itSurvivesTheStoreItself();
  it.concurrent.for(waitedFor)("%s", { timeout: 60_000 }, survives);
});
