import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const note = { note: { type: "string", maxLength: 60 } };

/** Stores texts in a way of its own. */
function storing(change: (text: string) => string, properties: Shelf["properties"] = note): Shelf {
  return {
    properties,
    methods: ["GET", "DELETE"],
    create: (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, each]) => [
          name,
          typeof each === "string" && /[^\x20-\x7e]/.test(each) ? change(each) : each,
        ]),
      ),
  };
}

const latin = (text: string): string => Buffer.from(text).toString("latin1");
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "");

describe("a text beyond ASCII may be", () => {
  it.each<[string, Shelf]>([
    ["kept", storing((text) => text)],
    ["decomposed", storing((text) => text.normalize("NFD"))],
    ["written large", storing((text) => text.toUpperCase())],
    ["cut off, and without its last word", storing((text) => text.slice(0, 15))],
    ["escaped for a page", storing((text) => text.replaceAll("ä", "&auml;"))],
    [
      "refused",
      { ...storing((text) => text), refuse: ({ note: sent }) => (/[^\x20-\x7e]/.test(`${sent}`) ? 422 : 0) },
    ],
    [
      "refused where it has letters that few have",
      { ...storing((text) => text), refuse: ({ note: sent }) => (/[^\0-\uffff]/u.test(`${sent}`) ? 422 : 0) },
    ],
    ["without its pictures", storing((text) => text.replaceAll(/\p{Extended_Pictographic}/gu, ""))],
    [
      "lost in a code",
      storing(ascii, {
        productCode: { type: "string", maxLength: 60 },
        name: { type: "string", maxLength: 20 },
      }),
    ],
    [
      "lost where a response promises none",
      {
        ...storing(ascii, { name: { type: "string", maxLength: 20 }, ...note }),
        shownAs: { note: { type: "string", pattern: "^[ -~]*$" } },
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});

describe("a text beyond ASCII is found that is", () => {
  it.each<[string, Shelf]>([
    ["read in another encoding", storing(latin)],
    ["shown with question marks", storing((text) => text.replaceAll(/[^\x00-\xff]/g, "?"))],
    ["shown without these letters", storing(ascii)],
    ["shown without letters of two units", storing((text) => text.replaceAll(/[^\0-\uffff]/gu, "\ufffd"))],
    [
      "shown without these letters, where those of two units are refused",
      { ...storing(ascii), refuse: ({ note: sent }) => (/[^\0-\uffff]/u.test(`${sent}`) ? 422 : 0) },
    ],
    [
      "cut to bytes",
      storing((text) =>
        text.replaceAll(/[^\x00-\xff]/g, (each) =>
          each.charAt(0).replace(/./, (char) => String.fromCharCode(char.charCodeAt(0) % 256)),
        ),
      ),
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(["addThing: read back"]);
  });
});

async function judgeForm(decode: (body: string) => string) {
  const items = new Map<string, object>();
  const title = { type: "string", maxLength: 60 };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...items.values()]];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    const sent = new URLSearchParams(decode(body)).getAll("title");
    if (sent.length !== 1 || [...`${sent[0]}`].length > 60) return [400, {}];
    const item = { id: freeId(items), title: sent[0] };
    items.set(`${item.id}`, item);
    return [201, item];
  });
  const schema = { type: "object", required: ["title"], properties: { title } };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", item),
      post: {
        operationId: "addNote",
        requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema } } },
        responses: { 201: { description: "Added" }, 400: { description: "Not so" } },
      },
    },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", item), delete: removes("removeNote") },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

describe("of a form", () => {
  it("texts are compared", async () => {
    expect(await judgeForm((body) => body)).toEqual([]);
  });

  it.each<[string, (body: string) => string]>([
    ["plus signs are found that become blanks", (body) => body.replaceAll("%2B", "+")],
    ["ampersands are found that are lost", (body) => body.replaceAll("%26", "")],
  ])("%s", async (_, decode) => {
    expect(await judgeForm(decode)).toEqual(["addNote: read back"]);
  });
});
