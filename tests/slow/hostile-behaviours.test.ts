import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { heavyBodyBehaviours, unreadableFetched } from "../hostile/behaviours-bodies.js";
import { earlyBehaviour } from "../hostile/behaviours-connections.js";
import { headerBehaviours } from "../hostile/behaviours-headers.js";
import { keyBehaviours } from "../hostile/behaviours-keys.js";
import { sizeBehaviours } from "../hostile/behaviours-sizes.js";
import { textBehaviours } from "../hostile/behaviours-texts.js";
import { waitBehaviours } from "../hostile/behaviours-waits.js";
import { wireBehaviours } from "../hostile/behaviours-wires.js";

beforeAll(warmUp);

describe("a run comes to its end, its reports are sound, and hold no run of the key, against a server that", () => {
  // Those that take time, but no work, go together.
  it.concurrent.for(named([...wireBehaviours, ...waitBehaviours]))("%s", { timeout: 60_000 }, survives);
  it.for(
    named([
      ...[...unreadableFetched, ...sizeBehaviours, ...headerBehaviours, ...textBehaviours, ...keyBehaviours],
      ...[...heavyBodyBehaviours, earlyBehaviour],
    ]),
  )("%s", { timeout: 60_000 }, survives);
});
