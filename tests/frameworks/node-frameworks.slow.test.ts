import { describe, expect, it } from "vitest";
import { conforming, judgeFramework } from "./judge-framework.js";
import { nodeFrameworks } from "./launch.js";

describe("an Animal Store written in a framework of Node", () => {
  it.each(nodeFrameworks)("conforms, with every requirement tested: %s", async (name) => {
    expect(await judgeFramework(name)).toEqual(conforming);
  });
});
