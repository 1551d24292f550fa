import { describe, expect, it } from "vitest";
import { createRedact } from "../../src/http/index.js";

const key = 'sk/Live+9"\\&<é>%==';
const hidden = "[the API key]";

describe("a key in a text is hidden", () => {
  it.each([
    ["as it is", key],
    ["percent-encoded", encodeURIComponent(key)],
    [
      "percent-encoded in small letters",
      encodeURIComponent(key).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ["in a JSON string", JSON.stringify(key).slice(1, -1)],
    ["in base64", Buffer.from(key).toString("base64")],
    ["in base64url", Buffer.from(key).toString("base64url")],
    ["in hexadecimal digits", Buffer.from(key).toString("hex")],
    ["in hexadecimal digits in capitals", Buffer.from(key).toString("hex").toUpperCase()],
    ["in capitals", key.toUpperCase()],
    ["in small letters", key.toLowerCase()],
  ])("%s", (_, form) => {
    expect(createRedact(key)(`a ${form} b`)).toBe(`a ${hidden} b`);
  });

  it("every time that it occurs", () => {
    expect(createRedact("abc")("abcabc, x-abc-x")).toBe(`${hidden}${hidden}, x-${hidden}-x`);
  });

  it("in a header, a URL and a line break after it", () => {
    const text = `Authorization: Bearer ${key}\r\nhttp://h/?key=${encodeURIComponent(key)}`;
    expect(createRedact(key)(text)).toBe(`Authorization: Bearer ${hidden}\r\nhttp://h/?key=${hidden}`);
  });

  it("also where it is full of characters that mean something in a pattern", () => {
    const strange = "a.b*c+(d)[e]{f}|^$?\\/-";
    expect(createRedact(strange)(`<${strange}>`)).toBe(`<${hidden}>`);
    expect(createRedact("a.c")("abc")).toBe("abc");
  });
});

describe("a base64 key in a JSON string is hidden, as it is written by", () => {
  const base64 = "c2Vj/cmV0+IGtl==";

  it.each([
    ["PHP, which escapes slashes", "c2Vj\\/cmV0+IGtl=="],
    [".NET, which escapes plus signs", "c2Vj/cmV0\\u002BIGtl=="],
    [".NET in small letters, with equals signs", "c2Vj/cmV0\\u002bIGtl\\u003d\\u003d"],
  ])("%s", (_, form) => {
    expect(createRedact(base64)(`{"message":"${form}"}`)).toBe(`{"message":"${hidden}"}`);
  });
});

describe("what is not the key", () => {
  it("is left alone", () => {
    expect(createRedact(key)("nothing to hide: sk/Live")).toBe("nothing to hide: sk/Live");
  });

  it("is left alone also where there is no key", () => {
    expect(createRedact("")("nothing to hide")).toBe("nothing to hide");
  });
});
