import { describe, expect, it } from "vitest";
import {
  type CredentialName,
  describeCredential,
  isMiss,
  type NearMiss,
  nearMisses,
  type OtherForm,
  otherForms,
  renderCredential,
} from "../../src/generate/index.js";

const keys: Readonly<Record<string, string>> = {
  "of one letter": "k",
  "of one digit": "7",
  "of two letters": "ab",
  "of x and y": "xxyy",
  "of digits only": "12345678901234567890",
  "in base64 with padding": "c2VjcmV0IGtleSBvZiBhIHN0b3Jl/w==",
  "in base64 with one equals sign": "c2VjcmV0IGtleSBvZiBhIHN0+Xw=",
  "that is a UUID": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "with punctuation": "sk_live_A-b.c~d+e/f",
  "that is the same letter many times": "aaaaaaaa",
};
const pairs = Object.entries(keys).flatMap(([shape, key]) =>
  nearMisses.map((miss) => [shape, miss, key] as const),
);
const sentFor = (miss: NearMiss, key: string): string =>
  (renderCredential({ kind: "near-miss", miss }, key) ?? "").replace(/^Bearer /, "");
/** What is left of a key when it is read as base64, as some servers do; they refuse what no alphabet of it has. */
const decoded = (key: string): string =>
  /^[\w+/-]*$/.test(key) ? Buffer.from(key, "base64").toString("hex") : `refused: ${key}`;

describe("a near miss", () => {
  it.each(pairs.filter(([, miss, key]) => isMiss(miss, key)))(
    "of a key %s is another key to an honest server: %s",
    (_, miss, key) => {
      const sent = sentFor(miss, key);
      expect(sent).not.toBe("");
      expect(sent).not.toBe(key);
      expect(sent.trim()).toBe(sent);
      expect(sent.replace(/=+$/, "")).not.toBe(key.replace(/=+$/, ""));
    },
  );

  it.each(pairs.filter(([shape, miss, key]) => isMiss(miss, key) && shape.startsWith("in base64")))(
    "of a key %s is another key to a server that decodes base64: %s",
    (_, miss, key) => {
      expect(decoded(sentFor(miss, key).replaceAll("=", "")) === decoded(key.replaceAll("=", ""))).toBe(
        false,
      );
    },
  );

  it.each(pairs.filter(([shape, miss, key]) => !isMiss(miss, key) && shape !== "that is a UUID"))(
    "of a key %s that cannot be made is the key itself or nothing: %s",
    (_, miss, key) => {
      expect(["", key]).toContain(sentFor(miss, key));
    },
  );

  it("of a key of 72 bytes and more differs in what bcrypt reads of it", () => {
    const some = [
      "last character removed",
      "characters appended",
      "one character appended",
      "last character changed",
      "sent twice in a row",
      "followed by a blank and a word",
    ];
    const impossible = (key: string) => nearMisses.filter((miss) => !isMiss(miss, key));
    expect(impossible("aBc4".repeat(20))).toEqual(some);
    expect(impossible("aBc4".repeat(18))).toEqual(
      some.filter((miss) => !["last character removed", "last character changed"].includes(miss)),
    );
    expect(impossible("aBc4".repeat(18).slice(1))).toEqual([]);
  });

  it("cannot be made of every key in every way", () => {
    const impossible = (shape: string) => nearMisses.filter((miss) => !isMiss(miss, keys[shape] ?? ""));
    expect(impossible("of digits only")).toEqual(["letters in the other case"]);
    expect(impossible("of one letter")).toEqual([
      "last character removed",
      "first character removed",
      "middle character changed",
      "two characters swapped",
    ]);
    expect(impossible("that is a UUID")).toEqual(["letters in the other case"]);
    expect(impossible("in base64 with padding")).toEqual([]);
  });

  it.each<[NearMiss, string]>([
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
  ])("is what it is called: %s", (miss, expected) => {
    expect(sentFor(miss, "sEcret")).toBe(expected);
  });

  it("is told here one by one: none is forgotten", () => {
    expect(new Set(nearMisses).size).toBe(11);
    expect(nearMisses).toHaveLength(11);
  });

  it("swaps two that are not alike, and no hyphen", () => {
    expect(sentFor("two characters swapped", "ab-aA-aa")).toBe("ba-aA-aa");
    expect(sentFor("two characters swapped", "a-b-c")).toBe("a-b-c");
  });

  it("changes the last character in more than its case and the low bits of base64, and no padding", () => {
    for (const key of ["abA==", "abx==", "abP=", "abp", "ab9", "abQ", "ab_"]) {
      const changed = sentFor("last character changed", key);
      expect(changed.toLowerCase()).not.toBe(key.toLowerCase());
      expect(changed.length).toBe(key.length);
      expect(changed.replace(/[^=]/g, "")).toBe(key.replace(/[^=]/g, ""));
      expect([...Buffer.from(changed, "base64url")]).not.toEqual([...Buffer.from(key, "base64url")]);
    }
  });

  it("changes a character that is x already", () => {
    expect(sentFor("first character changed", "xyz")).toBe("yyz");
    expect(sentFor("middle character changed", "axb")).toBe("ayb");
  });
});

describe("other credentials on the wire", () => {
  it.each<[CredentialName, string | undefined]>([
    [{ kind: "good" }, "Bearer s3cret"],
    [{ kind: "missing" }, undefined],
    [{ kind: "wrong", key: "made-up" }, "Bearer made-up"],
    [{ kind: "other-form", form: "scheme Basic" }, "Basic s3cret"],
    [{ kind: "other-form", form: "user name of scheme Basic" }, "Basic czNjcmV0Og=="],
    [{ kind: "other-form", form: "scheme Token" }, "Token s3cret"],
    [{ kind: "other-form", form: "scheme Digest" }, "Digest s3cret"],
    [{ kind: "other-form", form: "no scheme" }, "s3cret"],
    [{ kind: "other-form", form: "scheme without a blank" }, "Bearers3cret"],
    [{ kind: "other-form", form: "scheme without a key" }, "Bearer"],
    [{ kind: "other-form", form: "scheme bearer in small letters" }, "bearer s3cret"],
    [{ kind: "other-form", form: "scheme BEARER in capitals" }, "BEARER s3cret"],
  ])("%j is sent as %s", (name, expected) => {
    expect(renderCredential(name, "s3cret")).toBe(expected);
  });

  it("the forms to be refused leave out those that an honest server may take", () => {
    const lenient: OtherForm[] = ["scheme bearer in small letters", "scheme BEARER in capitals"];
    expect(otherForms).toHaveLength(8);
    expect(otherForms.filter((form) => lenient.includes(form))).toEqual([]);
    const taken = otherForms.filter((form) =>
      /^bearer +s3cret$/i.test(renderCredential({ kind: "other-form", form }, "s3cret") ?? ""),
    );
    expect(taken).toEqual([]);
  });
});

describe("what a credential is called", () => {
  const names: CredentialName[] = [
    { kind: "good" },
    { kind: "missing" },
    { kind: "wrong", key: "made-up" },
    ...nearMisses.map((miss) => ({ kind: "near-miss", miss }) as const),
    ...otherForms.map((form) => ({ kind: "other-form", form }) as const),
  ];

  it("differs from one to the other", () => {
    expect(new Set(names.map(describeCredential)).size).toBe(22);
  });

  it("reads like a phrase", () => {
    expect(describeCredential({ kind: "near-miss", miss: "last character removed" })).toBe(
      "the good key, last character removed",
    );
    expect(describeCredential({ kind: "missing" })).toBe("no Authorization header");
  });
});
