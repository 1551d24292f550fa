import { beforeAll, describe, it } from "vitest";
import { named, survives, warmUp } from "../hostile/assertions.js";
import { keyBehaviours } from "../hostile/behaviours-keys.js";
import { textBehaviours } from "../hostile/behaviours-texts.js";

beforeAll(warmUp);

describe("no text gets through as it is, and no run of the key at all, from a store that", () => {
  it.for(named([...textBehaviours, ...keyBehaviours]))("%s", survives);
});
