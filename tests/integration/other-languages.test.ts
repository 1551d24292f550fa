import { describe, expect, it } from "vitest";
import { judgeFramework } from "../frameworks/judge-framework.js";
import { otherFrameworks } from "../frameworks/launch.js";
import { allTested } from "../servers/judging.js";

describe("an Animal Store in another language", () => {
  it.each(otherFrameworks)("conforms, with every requirement tested: %s", async (name) => {
    expect(await judgeFramework(name)).toEqual({ said: allTested, failed: [] });
  });
});
