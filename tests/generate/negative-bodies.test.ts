import { describe, expect, it } from "vitest";
import { deriveNegativeBodies, deriveWorseBodies, type Violates } from "../../src/generate/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../src/json/index.js";
import { sameJson } from "../json/same-json.js";
import { brokenRules, newPet, validPet } from "./new-pet.js";

const broken = deriveNegativeBodies(newPet, validPet);
const ofKind = (keyword: Violates["keyword"], isBody = false) =>
  broken.filter(({ violates }) => violates.keyword === keyword && (violates.pointer === "") === isBody);
const placesOf = (body: Json) => [...new Set(brokenRules(body).map((each) => each.split(" ")[1] ?? ""))];

/** What plain ajv (see new-pet.ts) must say of a body that violates this keyword alone. */
function expectedRules({ pointer, keyword }: Violates): readonly string[] {
  // A value of another type is in no enumeration either: that is the same mistake seen twice.
  if (keyword === "type" && pointer === "/status") return ["type /status", "enum /status"];
  return [`${keyword} ${pointer}`];
}

describe("the valid body that all are made from", () => {
  it("breaks no rule", () => {
    expect(brokenRules(validPet)).toEqual([]);
  });

  it("has every property of the schema", () => {
    expect(Object.keys(validPet)).toEqual(Object.keys(newPet.properties ?? {}));
  });

  it("is not changed by making broken bodies of it", () => {
    const valid = { name: "Rex", categoryId: 7n };
    deriveNegativeBodies(newPet, valid);
    deriveWorseBodies(newPet, valid);
    expect(valid).toEqual({ name: "Rex", categoryId: 7n });
  });
});

describe("a broken body", () => {
  it.each(broken.map((each) => [each.label, each] as const))(
    "violates the one keyword that it names: %s",
    (_, each) => {
      expect([...brokenRules(each.body)].sort()).toEqual([...expectedRules(each.violates)].sort());
    },
  );

  it("is the valid body in all but the property that it names", () => {
    const named = broken.filter(({ violates }) => violates.pointer !== "");
    const repaired = named.map(({ violates, body }) => {
      const property = violates.pointer.slice(1);
      return { ...(body as JsonObject), [property]: validPet[property] ?? null };
    });
    expect(repaired.length).toBeGreaterThan(30);
    expect(repaired.filter((body) => !sameJson(body, validPet))).toEqual([]);
  });

  it("comes out of its JSON text as it went in", () => {
    const changed = broken.filter(({ body }) => {
      const back = parseJson(renderJson(body));
      return back.status === "invalid" || !sameJson(back.value, body);
    });
    expect(changed).toEqual([]);
  });

  it("has a label of its own, and a text of its own", () => {
    expect(new Set(broken.map(({ label }) => label)).size).toBe(broken.length);
    expect(new Set(broken.map(({ body }) => renderJson(body))).size).toBe(broken.length);
  });
});

describe("every rule of the schema is broken", () => {
  const places = (keyword: Violates["keyword"]) => [
    ...new Set(ofKind(keyword).map(({ violates }) => violates.pointer)),
  ];

  it("each required member is missing once", () => {
    expect(ofKind("required").map(({ violates }) => violates.pointer)).toEqual(["/name", "/categoryId"]);
  });

  it("each property has every wrong type of JSON", () => {
    expect(places("type")).toEqual(["/name", "/categoryId", "/status"]);
    const typesOf = (property: string) =>
      new Set(
        ofKind("type")
          .filter(({ violates }) => violates.pointer === `/${property}`)
          .map(({ body }) => typeName((body as JsonObject)[property] ?? null)),
      );
    const everyOther = ["array", "boolean", "null", "object"];
    expect([...typesOf("name")].sort()).toEqual([...everyOther, "fraction", "integer"].sort());
    expect([...typesOf("status")].sort()).toEqual([...everyOther, "fraction", "integer"].sort());
    expect([...typesOf("categoryId")].sort()).toEqual([...everyOther, "fraction", "string"].sort());
  });

  it("each 64-bit integer is one too large, one too small, and infinite for JavaScript", () => {
    const texts = ofKind("format").map(({ body }) => renderJson((body as JsonObject)["categoryId"] ?? null));
    expect(places("format")).toEqual(["/categoryId"]);
    expect(texts).toEqual(expect.arrayContaining(["9223372036854775808", "-9223372036854775809", "1e400"]));
  });

  it("each enumeration is left by an unknown word and by near relatives of its words", () => {
    const words = ofKind("enum").map(({ body }) => (body as JsonObject)["status"]);
    expect(places("enum")).toEqual(["/status"]);
    expect(words).toEqual(expect.arrayContaining(["lost", "", "AVAILABLE", "available ", "availabl"]));
  });

  it("the body is every JSON value but an object", () => {
    const types = new Set(ofKind("type", true).map(({ body }) => typeName(body)));
    expect([...types].sort()).toEqual(["array", "boolean", "integer", "null", "string"]);
  });

  it("a number that is an integer in value only is not among them: that is an open point", () => {
    const categories = ofKind("type").map(({ body }) =>
      renderJson((body as JsonObject)["categoryId"] ?? null),
    );
    expect(categories.filter((text) => /^-?\d+(\.0+)?([eE]\+?\d+)?$/.test(text) && text !== "7")).toEqual([]);
    expect(categories).toContain("1.5");
  });
});

describe("worse bodies", () => {
  const worse = deriveWorseBodies(newPet, validPet);

  it("break the rule that they are charged to, and more", () => {
    expect(worse.length).toBeGreaterThan(2);
    const charged = worse.map(({ violates, body }) =>
      brokenRules(body).includes(expectedRules(violates)[0] ?? ""),
    );
    expect(charged).toEqual(worse.map(() => true));
    expect(worse.map(({ body }) => placesOf(body).length > 1)).toEqual(worse.map(() => true));
  });

  it("have labels of their own, also next to the broken ones", () => {
    const labels = [...broken, ...worse].map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it("are none where nothing is required", () => {
    expect(deriveWorseBodies({ type: "object" }, {})).toEqual([]);
  });
});

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value !== "object") return typeof value;
  return isJsonObject(value) ? "object" : "fraction";
}
