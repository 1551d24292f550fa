import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fullShape, type ValueOptions, validValueOf } from "../../src/schema/index.js";

/** Makes two texts of a schema, the second one as it is where texts have to differ. */
function textsOf(schema: object): readonly unknown[] {
  const words = ["kmtrwaxy", "bqzhdulf", "nvcjopse", "yrtgwmka"];
  const marker = (): string => words.shift() ?? "lastword";
  const options: ValueOptions = { marker, shape: fullShape, resource: undefined, values: undefined } as never;
  return [false, true].map((isVaried) => validValueOf(schema, { ...options, isVaried }));
}

describe("texts are made for what a library writes as a pattern:", () => {
  it.each<[string, z.ZodType]>([
    ["addresses of mail", z.email()],
    ["addresses of mail, as browsers know them", z.email({ pattern: z.regexes.html5Email })],
    [
      "addresses of mail, by a pattern that older engines alone take",
      z.email({ pattern: z.regexes.rfc5322Email }),
    ],
    ["UUIDs", z.uuid()],
    ["UUIDs of version 7", z.uuidv7()],
    ["times of a day", z.iso.datetime({ offset: true })],
    ["dates", z.iso.date()],
    ["IPv4 addresses", z.ipv4()],
    ["IPv6 addresses", z.ipv6()],
    ["Base64", z.base64()],
    ["ULIDs", z.ulid()],
    ["telephone numbers", z.e164()],
    ["passwords", z.string().regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*\W).{8,}$/)],
    ["what begins in one way", z.string().startsWith("pre-")],
  ])("%s", (_, type) => {
    for (const text of textsOf(z.toJSONSchema(type))) expect(type.safeParse(text).error).toBeUndefined();
  });
});

it("an example comes first, since it may be all that a server knows", () => {
  const example = "7f3a1c52-9d0e-4b61-8c2f-5a4e3d2c1b0a";
  expect(textsOf({ ...z.toJSONSchema(z.uuid()), examples: [example] })[0]).toBe(example);
});
