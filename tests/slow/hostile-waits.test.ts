import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { waitBehaviours } from "../hostile/behaviours-waits.js";

beforeAll(warmUp);

describe("a run comes to its end, and its reports are sound, against a server that", () => {
  it.concurrent.for(named(waitBehaviours))("%s", { timeout: 60_000 }, survives);
});
