import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "./assertions.js";
import { unreadableFetched } from "./behaviours-bodies.js";
import { headerBehaviours } from "./behaviours-headers.js";
import { sizeBehaviours } from "./behaviours-sizes.js";
import { wireBehaviours } from "./behaviours-wires.js";

beforeAll(warmUp);

describe("a run comes to its end, and its reports are sound, against a store that", () => {
  // Those that take time, but no work, go together.
  it.concurrent.for(named(wireBehaviours))("%s", { timeout: 30_000 }, survives);
  it.for(named([...unreadableFetched, ...sizeBehaviours, ...headerBehaviours]))("%s", survives);
});
