import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { heavyBodyBehaviours, unreadableFetched } from "../hostile/behaviours-bodies.js";
import { earlyBehaviour } from "../hostile/behaviours-connections.js";
import { headerBehaviours } from "../hostile/behaviours-headers.js";
import { sizeBehaviours } from "../hostile/behaviours-sizes.js";
import { wireBehaviours } from "../hostile/behaviours-wires.js";

beforeAll(warmUp);

const working = [unreadableFetched, sizeBehaviours, headerBehaviours, heavyBodyBehaviours, [earlyBehaviour]];

describe("a run comes to its end, and its reports are sound, against a server that", () => {
  // Those that take time, but no work, go together.
  it.concurrent.for(named(wireBehaviours))("%s", { timeout: 60_000 }, survives);
  it.for(named(working.flat()))("%s", { timeout: 60_000 }, survives);
});
