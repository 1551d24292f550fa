import { describe, it } from "vitest";
import { connections, waits, wires } from "./behaviours-of-connections.js";
import { itSurvivesTheStoreItself, survives } from "./survives.js";

// These take time, but no work, and go together; those that pour out bytes would starve the stores of the others.
describe.each([
  ["a server that", connections],
  ["a store on connections that do not work, which", wires],
  ["a server, of which waiting would be the wrong answer, that", waits],
])("a run comes to its end, and its reports are sound, against %s", (_, behaviours) => {
  itSurvivesTheStoreItself();
  it.concurrent.for(behaviours)("%s", survives);
});
