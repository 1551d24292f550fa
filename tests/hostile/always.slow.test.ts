import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "./assertions.js";
import { bodyBehaviours, unreadableAlways } from "./behaviours-bodies.js";
import { connectionBehaviours } from "./behaviours-connections.js";
import { headBehaviours } from "./behaviours-heads.js";

beforeAll(warmUp);

describe("a run comes to its end, and its reports are sound, against a server that", () => {
  // Those that take time, but no work, go together.
  it.concurrent.for(named(connectionBehaviours))("%s", { timeout: 60_000 }, survives);
  it.for(named([...headBehaviours, ...unreadableAlways, ...bodyBehaviours]))("%s", survives);
});
