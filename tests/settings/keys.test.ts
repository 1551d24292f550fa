import { describe, expect, it } from "vitest";
import { hideSecrets, type RunOptions } from "../../src/engine/index.js";
import { checkKey } from "../../src/settings/keys.js";

describe("a key", () => {
  it.each([
    "9944b09199c62bcf",
    "user:password",
    "user:correct horse",
    "Token 9944b09199c62bcf",
    "api-key 9944b09199c62bcf",
  ])("may be %s", (key) => {
    expect(checkKey(` ${key}\n`)).toBe(key);
  });

  it.each(["Token 9944 b091", "a b", "secret Wörter"])("cannot be %s", (key) => {
    expect(() => checkKey(key)).toThrow(/cannot carry/);
  });

  it.each(["Bearer 9944b09199c62bcf", "basic 9944b09199c62bcf"])("is given alone: %s", (key) => {
    expect(() => checkKey(key)).toThrow(/begins with ".*": give the key alone/);
  });

  it("is hidden without the scheme that it begins with, however short it is", () => {
    const options = { key: "Token ab12x", contract: { requirements: [] } } as unknown as RunOptions;
    expect(hideSecrets(options, []).hide("no user has ab12x")).not.toContain("ab12x");
  });
});
