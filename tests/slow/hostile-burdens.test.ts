import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { heavyBodyBehaviours } from "../hostile/behaviours-bodies.js";
import { earlyBehaviour } from "../hostile/behaviours-connections.js";

beforeAll(warmUp);

describe("a run comes to its end, and its reports are sound, against a server that costs much and", () => {
  it.for(named([...heavyBodyBehaviours, earlyBehaviour]))("%s", { timeout: 60_000 }, survives);
});
