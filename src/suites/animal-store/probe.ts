import type { TestContext } from "../../run/index.js";
import type { World } from "./world.js";

export type { Contradiction } from "../../run/index.js";

/** What a check is given. */
export type Probe = TestContext<World>;
