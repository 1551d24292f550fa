import { describe, expect, it } from "vitest";
import {
  type CredentialName,
  describeCredential,
  isMiss,
  type NearMiss,
  nearMisses,
  otherForms,
  renderCredential,
} from "../../src/transport/index.js";

const keys: Readonly<Record<string, string>> = {
  "of one letter": "k",
  "of one digit": "7",
  "of two letters": "ab",
  "of x and y": "xxyy",
  "of digits only": "12345678901234567890",
  "in base64 with padding": "c2VjcmV0IGtleSBvZiBhIHN0b3Jl/w==",
  "in base64 with one equals sign": "c2VjcmV0IGtleSBvZiBhIHN0+Xw=",
  "that is a UUID": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "that is a UUID without hyphens": "3F2504E04F8941D39A0C0305E82C3301",
  "with punctuation": "sk_live_A-b.c~d+e/f",
  "that is the same letter many times": "aaaaaaaa",
};
const sentFor = (miss: NearMiss, key: string): string =>
  (renderCredential({ kind: "near-miss", miss }, key) ?? "").replace(/^Bearer /, "");
const withoutPadding = (key: string): string => key.replace(/=+$/, "");
/** What is left of a key when it is read as base64, as some servers do; they refuse what no alphabet of it has. */
const decoded = (key: string): string =>
  /^[\w+/-]*$/.test(key) ? Buffer.from(key, "base64").toString("hex") : `refused: ${key}`;

describe("a near miss", () => {
  it.each(Object.entries(keys))("of a key %s is another key to an honest server", (shape, key) => {
    const sent = nearMisses.filter((miss) => isMiss(miss, key)).map((miss) => [miss, sentFor(miss, key)]);
    const taken = sent.filter(
      ([, text = ""]) => text === "" || text.trim() !== text || withoutPadding(text) === withoutPadding(key),
    );
    const decodes = shape.startsWith("in base64");
    const alike = sent.filter(
      ([, text = ""]) => decodes && decoded(withoutPadding(text)) === decoded(withoutPadding(key)),
    );
    expect(sent.length).toBeGreaterThan(5);
    expect([...taken, ...alike]).toEqual([]);
  });

  it.each<[string, readonly NearMiss[]]>([
    ["of digits only", ["letters in the other case"]],
    ["that is a UUID", ["letters in the other case"]],
    ["that is a UUID without hyphens", ["letters in the other case"]],
    ["in base64 with padding", []],
  ])("of a key %s cannot be made in these ways: %j", (shape, impossible) => {
    expect(nearMisses.filter((miss) => !isMiss(miss, keys[shape] ?? ""))).toEqual(impossible);
  });

  it("of a key of 72 bytes and more differs in what bcrypt reads of it", () => {
    const impossible = (key: string) => nearMisses.filter((miss) => !isMiss(miss, key));
    const longer: readonly NearMiss[] = [
      "characters appended",
      "one character appended",
      "sent twice in a row",
      "followed by a blank and a word",
      "followed by a comma and a word",
      "followed by a colon and a word",
    ];
    expect(impossible("aBc4".repeat(18).slice(1))).toEqual([]);
    expect(impossible("aBc4".repeat(18))).toEqual(longer);
    expect(new Set(impossible("aBc4".repeat(20)))).toEqual(
      new Set([...longer, "last character removed", "last character changed"]),
    );
  });

  it("is what it is called", () => {
    expect(nearMisses.map((miss) => [miss, sentFor(miss, "sEcret")])).toEqual([
      ["last character removed", "sEcre"],
      ["first character removed", "Ecret"],
      ["characters appended", "sEcretPedigree"],
      ["one character appended", "sEcret~"],
      ["letters in the other case", "SeCRET"],
      ["first character changed", "xEcret"],
      ["middle character changed", "sEcxet"],
      ["last character changed", "sEcreA"],
      ["two characters swapped", "sErcet"],
      ["sent twice in a row", "sEcretsEcret"],
      ["followed by a blank and a word", "sEcret pedigree"],
      ["followed by a comma and a word", "sEcret, pedigree"],
      ["followed by a colon and a word", "sEcret:pedigree"],
      ["in quotation marks", '"sEcret"'],
      ["preceded by a word and a blank", "pedigree sEcret"],
    ]);
  });

  it.each<[NearMiss, string, string]>([
    ["two characters swapped", "ab-aA-aa", "ba-aA-aa"],
    ["two characters swapped", "a-b-c", "a-b-c"],
    ["first character changed", "xyz", "yyz"],
    ["middle character changed", "axb", "ayb"],
    // In more than its case and the low bits of base64, and no padding.
    ["last character changed", "abA==", "abx=="],
    ["last character changed", "abx==", "abA=="],
    ["last character changed", "abP=", "abx="],
    ["last character changed", "abp", "abx"],
    ["last character changed", "ab9", "abA"],
    ["last character changed", "abQ", "abA"],
    ["last character changed", "ab_", "abA"],
  ])("differs in what counts: %s, of %s: %s", (miss, key, expected) => {
    expect(sentFor(miss, key)).toBe(expected);
  });
});

describe("other credentials on the wire", () => {
  it.each<[CredentialName, string | undefined]>([
    [{ kind: "good" }, "Bearer s3cret"],
    [{ kind: "missing" }, undefined],
    [{ kind: "wrong", key: "made-up" }, "Bearer made-up"],
    [{ kind: "other-form", form: "scheme bearer in small letters" }, "bearer s3cret"],
    [{ kind: "other-form", form: "scheme BEARER in capitals" }, "BEARER s3cret"],
  ])("%j is sent as %s", (name, expected) => {
    expect(renderCredential(name, "s3cret")).toBe(expected);
  });

  it("are in these forms to be refused, not in those that an honest server may take", () => {
    const sent = otherForms.map((form) => [form, renderCredential({ kind: "other-form", form }, "s3cret")]);
    expect(Object.fromEntries(sent)).toEqual({
      "scheme Basic": "Basic s3cret",
      "user name of scheme Basic": "Basic czNjcmV0Og==",
      "scheme Token": "Token s3cret",
      "scheme Digest": "Digest s3cret",
      "scheme ApiKey": "ApiKey s3cret",
      "no scheme": "s3cret",
      "scheme without a blank": "Bearers3cret",
      "a letter before the scheme": "XBearer s3cret",
      "scheme without a key": "Bearer",
    });
  });

  it.each<[CredentialName, string]>([
    [{ kind: "good" }, "the good key"],
    [{ kind: "wrong", key: "made-up" }, "a wrong key"],
    [{ kind: "near-miss", miss: "last character removed" }, "the good key, last character removed"],
    [{ kind: "other-form", form: "no scheme" }, "the good key, no scheme"],
  ])("%j is called %s", (name, expected) => {
    expect(describeCredential(name)).toBe(expected);
  });
});
