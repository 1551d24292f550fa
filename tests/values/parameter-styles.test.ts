import { describe, expect, it } from "vitest";
import type { Parameter } from "../../src/description/index.js";
import type { Json } from "../../src/json/index.js";
import { isWritableIn, renderField, renderQuery } from "../../src/values/parameter-values.js";

const color = (more: Partial<Parameter>): Parameter => ({
  name: "color",
  in: "query",
  required: true,
  schema: {},
  ...more,
});
const list: Json = ["blue", "black"];
const members: Json = { R: 100n, G: 200n };

describe("a parameter is written as OpenAPI's table of styles has it (3.1, section 4.8.12.4)", () => {
  it.each<[Partial<Parameter>, Json, string]>([
    [{}, "dark blue", "color=dark%20blue"],
    [{}, list, "color=blue&color=black"],
    [{}, members, "R=100&G=200"],
    [{ explode: false }, list, "color=blue,black"],
    [{ explode: false }, members, "color=R,100,G,200"],
    [{ style: "spaceDelimited" }, list, "color=blue%20black"],
    [{ style: "pipeDelimited" }, list, "color=blue%7Cblack"],
    [{ style: "deepObject" }, members, "color[R]=100&color[G]=200"],
    [{ style: "deepObject" }, list, "color[0]=blue&color[1]=black"],
    [
      { style: "deepObject" },
      { a: [{ b: "1" }, { b: "2" }], c: { d: ["x y"] } },
      "color[a][0][b]=1&color[a][1][b]=2&color[c][d][0]=x%20y",
    ],
    [{ style: "deepObject" }, "blue", "color=blue"],
    [{ isJson: true }, list, "color=%5B%22blue%22%2C%22black%22%5D"],
  ])("%j", (more, value, expected) => {
    const pairs = renderQuery(color(more), value);
    expect(pairs.map((pair) => pair.join("=")).join("&")).toBe(expected);
  });

  it.each<[Partial<Parameter>, Json]>([
    [{}, { R: { low: true } }],
    [{}, [list]],
    [{ explode: false }, [{ R: "a" }]],
    [{ style: "pipeDelimited" }, [list]],
    [{ style: "deepObject" }, { R: {} }],
    [{ style: "deepObject" }, []],
    [{ in: "header" }, [list]],
  ])("%j has no form for a value with parts in parts, or without any: %j", (more, value) => {
    expect(isWritableIn(color(more), value)).toBe(false);
  });

  it("in a header, with commas", () => {
    expect(renderField(color({ in: "header" }), list)).toBe("blue,black");
    expect(renderField(color({ in: "header" }), members)).toBe("R,100,G,200");
  });
});
