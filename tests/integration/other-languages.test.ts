import { describe, expect, it } from "vitest";
import { conforming, judgeFramework } from "../frameworks/judge-framework.js";
import { otherFrameworks } from "../frameworks/launch.js";
import { needPrograms } from "./needed-programs.js";

needPrograms("go", "java with a compiler", "Flask and aiohttp for /usr/bin/python3");

describe("an Animal Store in another language", () => {
  it.each(otherFrameworks)("conforms, with every requirement tested: %s", async (name) => {
    expect(await judgeFramework(name)).toEqual(conforming);
  });
});
