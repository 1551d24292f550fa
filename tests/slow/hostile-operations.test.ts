import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { unreadableFetched } from "../hostile/behaviours-bodies.js";
import { headerBehaviours } from "../hostile/behaviours-headers.js";
import { sizeBehaviours } from "../hostile/behaviours-sizes.js";
import { wireBehaviours } from "../hostile/behaviours-wires.js";

beforeAll(warmUp);

describe("a run comes to its end, and its reports are sound, against a store that", () => {
  // Those that take time, but no work, go together.
  it.concurrent.for(named(wireBehaviours))("%s", { timeout: 60_000 }, survives);
  it.for(named([...unreadableFetched, ...sizeBehaviours, ...headerBehaviours]))("%s", survives);
});
