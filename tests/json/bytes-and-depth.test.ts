import { describe, expect, it } from "vitest";
import { fromPlain, parseJson, parseJsonBytes, renderJson, toPlain } from "../../src/json/index.js";
import { sameJson } from "./same-json.js";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("bytes", () => {
  it("in UTF-8 are read, beyond the first plane, too", () => {
    expect(parseJsonBytes(Buffer.from('{"name":"Zoë 🐕"}'))).toMatchObject({ value: { name: "Zoë 🐕" } });
  });

  it.each([
    ["a lone continuation byte", [0x80]],
    ["a byte that never occurs", [0xff]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a character cut short", [0xe2, 0x82]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
    ["a code point beyond the last", [0xf4, 0x90, 0x80, 0x80]],
  ])("that are no UTF-8 are refused: %s", (_, bytes) => {
    const text = Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]);
    expect(parseJsonBytes(text)).toEqual({ status: "invalid", reason: "the bytes are not valid UTF-8" });
  });

  it("with a byte order mark are refused", () => {
    const text = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")]);
    expect(parseJsonBytes(text).status).toBe("invalid");
  });

  it("in UTF-16 are refused", () => {
    expect(parseJsonBytes(Buffer.from('{"a":1}', "utf16le")).status).toBe("invalid");
  });

  it("that are none at all are refused", () => {
    expect(parseJsonBytes(new Uint8Array()).status).toBe("invalid");
  });

  it("with text after the end are refused", () => {
    expect(parseJsonBytes(Buffer.from("{}\n")).status).toBe("valid");
    expect(parseJsonBytes(Buffer.from("{}\u0000")).status).toBe("invalid");
    expect(parseJsonBytes(Buffer.from("{}<!-- served by proxy -->")).status).toBe("invalid");
  });
});

describe("surrogates", () => {
  it("in pairs are one character", () => {
    expect(parseJson('"\\ud83d\\udc15"')).toMatchObject({ value: "🐕" });
  });

  it.each(['"\\ud83d"', '"\\udc15"', '"\\udc15\\ud83d"'])("that stand alone survive a round: %s", (text) => {
    const result = parseJson(text);
    expect(result.status === "valid" && renderJson(result.value)).toBe(text);
    expect(result.status === "valid" && sameJson(result.value, "\ufffd")).toBe(false);
  });
});

describe("nesting", () => {
  it("to 500 levels is read", () => {
    expect(parseJson(nested(500)).status).toBe("valid");
  });

  it.each([
    ["arrays", nested(100_000)],
    ["arrays that are never closed", "[".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ])("to 100,000 levels is refused with a reason, not with an overflow: %s", (_, text) => {
    expect(parseJson(text)).toEqual({ status: "invalid", reason: "it is nested more than 500 levels deep" });
  });

  it("that can be read can be written, compared and stored, however deep", () => {
    const results = [0.1, 0.4, 0.5, 1, 4, 8].map((thousands) => {
      const [one, other] = [parseJson(nested(thousands * 1000)), parseJson(nested(thousands * 1000))];
      if (one.status === "invalid" || other.status === "invalid") return "refused";
      try {
        const stored = fromPlain(toPlain(one.value));
        const same = sameJson(one.value, other.value) && sameJson(stored as typeof one.value, one.value);
        return same && renderJson(one.value) === nested(thousands * 1000) ? "fine" : "wrong";
      } catch (error) {
        return `${thousands},000 levels: ${(error as Error).message}`;
      }
    });
    expect(results.filter((result) => result !== "refused" && result !== "fine")).toEqual([]);
    expect(results).toHaveLength(6);
  });
});
