import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { adds, describePaths, idInPath, json, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

interface Part {
  readonly name: string;
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly maker?: { readonly street?: string; readonly size?: number; readonly country?: string };
  readonly state?: string;
  readonly level?: string;
  readonly roles?: readonly string[];
  readonly note?: string | null;
}

const word = { type: "string" };
const properties = {
  name: word,
  kind: { enum: ["wheel", "bolt", "pedal"] },
  tags: { type: "array", items: word, minItems: 2 },
  maker: {
    type: "object",
    properties: { street: word, size: { type: "integer" }, country: { enum: ["de", "at"] } },
  },
  state: { enum: ["draft", "listed"] },
  level: { enum: ["basic", "full"] },
  roles: { type: "array", items: word },
  note: { type: ["string", "null"] },
};
const part = { type: "object", required: ["name"], properties };
const isPart = new Ajv2020().compile<Part>(part);
const shown = { ...part, required: ["id", "name"], properties: { ...properties, id: { type: "integer" } } };
const one = { 200: { description: "one", ...json(shown) }, 404: { description: "none" } };
/** @param said the text about the whole interface */
const describing = (said = "") =>
  describePaths(
    {
      "/parts": { post: adds("addPart", part, shown) },
      "/parts/{id}": { parameters: [idInPath()], get: { operationId: "getPart", responses: one } },
    },
    { info: { title: "Parts", version: "1", description: said } },
  );

/** Judges a server that stores parts, after it has changed them; returns what failed. */
async function judgeParts(store: (part: Part) => Part, said?: string): Promise<readonly string[]> {
  const parts: Part[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id], body }) => {
    if (method === "POST") {
      const sent = parsed(body);
      if (!isPart(sent)) return [400, { message: "not valid" }];
      parts.push(store(sent));
      return [201, { ...sent, id: parts.length }];
    }
    const known = parts[Number(id) - 1];
    return known === undefined ? [404, { message: "there is none" }] : [200, { ...known, id: Number(id) }];
  });
  return failedIn(await judgeDescribed(describing(said), baseUrl));
}

describe("what is created is read back as it was sent:", () => {
  it.each<[string, (part: Part) => Part]>([
    [
      "a word of an enumeration is another",
      (each) => (each.kind === "bolt" ? { ...each, kind: "wheel" } : each),
    ],
    [
      "an item of a list is another",
      (each) => ({ ...each, ...(each.tags && { tags: [...each.tags.slice(1), "none"] }) }),
    ],
    ["a list is not stored", ({ tags: _, ...each }) => each],
    ["a text inside an object is cut", (each) => ({ ...each, maker: { ...each.maker, street: "Here" } })],
    ["a number inside an object is another", (each) => ({ ...each, maker: { ...each.maker, size: 0 } })],
    [
      "a word inside an object is another",
      (each) => ({ ...each, maker: { ...each.maker, ...(each.maker?.country && { country: "at" }) } }),
    ],
    ["an object is not stored", ({ maker: _, ...each }) => each],
  ])("%s", async (_, store) => {
    expect(await judgeParts(store)).toEqual(["addPart: read back"]);
  });
});

describe("what a server may choose is no failure:", () => {
  it.each<[string, (part: Part) => Part]>([
    ["everything is stored", (each) => each],
    ["a list in another order", (each) => ({ ...each, ...(each.tags && { tags: each.tags.toReversed() }) })],
    [
      "a state, a level and roles of its own",
      (each) => ({ ...each, state: "draft", level: "basic", roles: ["reader"] }),
    ],
  ])("%s", async (_, store) => {
    expect(await judgeParts(store)).toEqual([]);
  });
});

/** The changes of texts that many servers make, and that one may say it does not make. */
const changesOfTexts: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ["blanks at the ends go", (text) => text.trim()],
  ["a first letter becomes large", (text) => text.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ["letters are composed", (text) => text.normalize("NFC")],
];

describe("texts of which the interface says that they are stored as sent", () => {
  const said = "Parts of bicycles. All texts are stored as sent, blanks at either end included.";

  it.each(changesOfTexts)("are found where %s", async (_, change) => {
    const failed = await judgeParts((each) => ({ ...each, name: change(each.name) }), said);
    expect(failed).not.toEqual([]);
    expect(["addPart: read back", "addPart: texts and states"]).toEqual(expect.arrayContaining([...failed]));
  });

  const emptied = (each: Part): Part => (each.note === "" ? { ...each, note: null } : each);

  it("are found where an empty one becomes null", async () => {
    expect(await judgeParts(emptied, said)).toEqual(["addPart: texts and states"]);
  });

  it("may be null where they are empty, and nothing is said", async () => {
    expect(await judgeParts(emptied)).toEqual([]);
  });

  it.each<[string, string]>([
    ["nothing is said", "Parts of bicycles."],
    [
      "it is said of texts that are trimmed",
      "All texts are stored as sent, but blanks at the ends are trimmed.",
    ],
  ])("may lose their outer blanks where %s", async (_, other) => {
    expect(await judgeParts((each) => ({ ...each, name: each.name.trim() }), other)).toEqual([]);
  });

  it("are left alone where they are", async () => {
    expect(await judgeParts((each) => each, said)).toEqual([]);
  });
});
