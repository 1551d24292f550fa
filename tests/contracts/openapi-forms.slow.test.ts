import { describe, expect, it } from "vitest";
import type { Encoding } from "../../src/description/index.js";
import type { Json } from "../../src/json/index.js";
import { bodyBytes } from "../../src/transport/index.js";
import { encodeBody, writableIn } from "../../src/values/bodies.js";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, json, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const form = "application/x-www-form-urlencoded";
const deep = { style: "deepObject", explode: true };

function encoded(type: string, value: Json, encoding: Readonly<Record<string, Encoding>>): string {
  return `${Buffer.from(bodyBytes(encodeBody(type, value, { encoding })))}`;
}

describe("a member of a form is written as its encoding says (OpenAPI 3.1, section 4.8.15)", () => {
  it.each<[string, Json, Encoding | undefined, string]>([
    ["a text", "dark blue", undefined, "m=dark+blue"],
    ["a list", ["a", "b"], undefined, "m=a&m=b"],
    ["a list with commas", ["a", "b"], { style: "form", explode: false }, "m=a%2Cb"],
    ["an object", { a: "1", b: 2n }, deep, "m%5Ba%5D=1&m%5Bb%5D=2"],
    ["an object in an object", { a: { b: true } }, deep, "m%5Ba%5D%5Bb%5D=true"],
    ["a list in an object", { a: ["x", "y"] }, deep, "m%5Ba%5D%5B0%5D=x&m%5Ba%5D%5B1%5D=y"],
    ["a list of objects", [{ a: 1n }, { a: 2n }], deep, "m%5B0%5D%5Ba%5D=1&m%5B1%5D%5Ba%5D=2"],
    ["an object as its own fields", { a: "1", b: "2" }, { style: "form", explode: true }, "a=1&b=2"],
    ["JSON", { a: [1n] }, { contentType: "application/json" }, "m=%7B%22a%22%3A%5B1%5D%7D"],
  ])("%s", (_, member, encoding, expected) => {
    expect(encoded(form, { m: member }, encoding === undefined ? {} : { m: encoding })).toBe(expected);
  });

  it.each<[string, Json, Encoding | undefined, RegExp]>([
    [
      "that nothing describes",
      { a: 1n },
      undefined,
      /name="m"\r\nContent-Type: application\/json\r\n\r\n\{"a":1\}\r\n/,
    ],
    ["of a style", { a: 1n }, deep, /name="m\[a\]"\r\n\r\n1\r\n/],
    [
      "of a media type of its own",
      { a: 1n },
      { contentType: "application/merge-patch+json" },
      /name="m"\r\nContent-Type: application\/merge-patch\+json\r\n\r\n\{"a":1\}\r\n/,
    ],
  ])("a part of a multipart body with an object %s", (_, member, encoding, expected) => {
    expect(
      encoded("multipart/form-data", { m: member }, encoding === undefined ? {} : { m: encoding }),
    ).toMatch(expected);
  });

  it.each<[string, object, Encoding, string]>([
    [
      "its encoding",
      { contentMediaType: "image/gif" },
      { contentType: "image/png, image/jpeg" },
      "image/png",
    ],
    ["its schema", { contentMediaType: "image/gif" }, {}, "image/gif"],
    ["nothing", { format: "binary" }, {}, "application/octet-stream"],
    ["a range", { format: "binary" }, { contentType: "image/*" }, "application/octet-stream"],
  ])("a file has the media type that %s says", (_, keywords, encoding, expected) => {
    const schema = { type: "object", properties: { m: { type: "string", ...keywords } } };
    const body = encodeBody("multipart/form-data", { m: "x" }, {
      schema,
      encoding: { m: encoding },
    } as never);
    expect(`${Buffer.from(bodyBytes(body))}`).toContain(
      `filename="pedigree.bin"\r\nContent-Type: ${expected}\r\n`,
    );
  });

  it.each<[string, Json, Encoding | undefined]>([
    ["of which nothing says how it is written", { a: 1n }, undefined],
    ["that is empty", {}, deep],
    ["with a list of lists in a style that has none", [["a"]], { style: "form", explode: false }],
  ])("a member %s is left out where it may be, and is no request where it may not", (_, member, encoding) => {
    const described = encoding === undefined ? {} : { encoding: { m: encoding } };
    expect(writableIn(form, { m: member, n: "1" }, described)).toEqual({ n: "1" });
    expect(() => encodeBody(form, { m: member }, described)).toThrow(
      /^m cannot be encoded as a field of a form: /,
    );
  });
});

/** Customers with metadata, as Stripe has them. */
const metadata = { type: "object", additionalProperties: { type: "string", maxLength: 20 } };
const sent = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    metadata,
    address: {
      type: "object",
      required: ["city"],
      properties: { city: { type: "string" }, lines: { type: "array", items: { type: "string" } } },
    },
  },
};
const shown = {
  type: "object",
  required: ["id", "name", "metadata"],
  properties: { ...sent.properties, id: { type: "integer", readOnly: true } },
};
const bodyOf = (encoding: object) => ({
  requestBody: {
    required: true,
    content: { [form]: { schema: sent, encoding } },
  },
});
const describeCustomers = (encoding: object) =>
  describePaths({
    "/customers": {
      post: {
        operationId: "addCustomer",
        ...bodyOf(encoding),
        responses: { 201: { description: "Added", ...json(shown) }, 400: { description: "Not so" } },
      },
    },
    "/customers/{id}": {
      parameters: [idInPath()],
      get: reads("getCustomer", shown),
      put: {
        operationId: "putCustomer",
        ...bodyOf(encoding),
        responses: {
          200: { description: "Now", ...json(shown) },
          400: { description: "Not so" },
          404: { description: "None" },
        },
      },
      delete: removes("removeCustomer"),
    },
  });

const customers = describeCustomers({ metadata: deep, address: deep });

/** The value of a form in which brackets lead to parts. */
function readForm(text: string): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [key, part] of new URLSearchParams(text)) {
    const names = key.split(/\]?\[|\]/).filter((name) => name !== "");
    names.reduce((within, name, nth) => {
      const next = within[name] ?? (/^\d+$/.test(names[nth + 1] ?? "") ? [] : {});
      within[name] = nth === names.length - 1 ? part : next;
      return next as Record<string, unknown>;
    }, value);
  }
  return value;
}

function startCustomers(keep: (sent: Record<string, unknown>) => object = (each) => each): Promise<string> {
  const items = new Map<string, object>();
  let last = 0;
  return startJsonServer(({ method, parts: [, id], body: text }) => {
    const value = { metadata: {}, ...readForm(text) } as Record<string, unknown> & { name?: string };
    const isValid =
      value.name !== undefined &&
      value.name !== "" &&
      (value["address"] === undefined || (value["address"] as { city?: string }).city !== undefined) &&
      typeof value["metadata"] === "object" &&
      typeof (value["address"] ?? {}) === "object" &&
      Object.values(value["metadata"] as object).every(
        (each) => typeof each === "string" && each.length <= 20,
      );
    if (method === "POST" || method === "PUT") {
      if (id !== undefined && !items.has(id)) return [404];
      if (!isValid) return [400];
      last += id === undefined ? 1 : 0;
      const item = { ...keep(value), id: Number(id ?? last) };
      items.set(`${item.id}`, item);
      return [method === "POST" ? 201 : 200, item];
    }
    const item = items.get(id ?? "");
    if (item === undefined) return [404];
    if (method === "DELETE") items.delete(id ?? "");
    return method === "DELETE" ? [204] : [200, item];
  });
}

it("a server that keeps its description gets no alarm, and its forms with parts are tested", async () => {
  const report = await judgeDescribed(customers, await startCustomers(), { seed: 1 });
  expect(failedIn(report)).toEqual([]);
  const passed = report.requirements.filter(({ verdict }) => verdict === "passed").map(({ id }) => id);
  expect(passed).toEqual(expect.arrayContaining(["addCustomer: read back", "putCustomer: replaced"]));
});

it("a server that loses what stands in such a part is found", async () => {
  const baseUrl = await startCustomers((each) => ({ ...each, metadata: {} }));
  expect(failedIn(await judgeDescribed(customers, baseUrl, { seed: 1 }))).toContain("addCustomer: read back");
});

it.each([
  ["no style at all", {}],
  [
    "a style without parts in parts",
    { metadata: { style: "pipeDelimited" }, address: { style: "pipeDelimited" } },
  ],
])("a run goes on to its end where members with parts have %s", async (_, encoding) => {
  const bugs: unknown[] = [];
  const report = await judgeDescribed(describeCustomers(encoding), await startCustomers(), {
    seed: 1,
    onEvent: (event) => void (event.kind === "bug" && bugs.push(event.error)),
  });
  expect(bugs).toEqual([]);
  expect(failedIn(report)).toEqual([]);
});
