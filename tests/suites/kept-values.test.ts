import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { failedIn } from "./deviations.js";

interface Part {
  readonly name: string;
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly maker?: { readonly street?: string; readonly size?: number; readonly country?: string };
  readonly state?: string;
  readonly level?: string;
  readonly roles?: readonly string[];
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
};
const part = { type: "object", required: ["name"], properties };
const isPart = new Ajv2020().compile<Part>(part);
const shown = { ...part, required: ["id", "name"], properties: { ...properties, id: { type: "integer" } } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const { description } = readDescription(
  "parts.json",
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    paths: {
      "/parts": {
        post: {
          operationId: "addPart",
          requestBody: { required: true, ...json(part) },
          responses: { 201: { description: "added", ...json(shown) }, 400: { description: "no" } },
        },
      },
      "/parts/{id}": {
        get: {
          operationId: "getPart",
          parameters: [id],
          responses: { 200: { description: "one", ...json(shown) }, 404: { description: "none" } },
        },
      },
    },
  }),
);

/** Judges a server that stores parts, after it has changed them; returns what failed. */
async function judgeParts(store: (part: Part) => Part): Promise<readonly string[]> {
  const parts: Part[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const at = Number(request.url?.split("/")[2]) - 1;
    let [status, answer]: [number, unknown] = [404, { message: "there is none" }];
    if (request.method === "POST") {
      const sent = parse(body);
      const isValid = isPart(sent);
      if (isValid) parts.push(store(sent));
      [status, answer] = isValid ? [201, { ...sent, id: parts.length }] : [400, { message: "not valid" }];
    } else if (parts[at] !== undefined) [status, answer] = [200, { ...parts[at], id: at + 1 }];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const baseUrl = await startOrigin((request, response) => void respond(request, response));
  return failedIn(await runConformance(openApi, { contract: deriveContract(description), baseUrl, key: "" }));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
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
