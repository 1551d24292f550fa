import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { startOrigin } from "../servers/plain-server.js";

const note = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string", pattern: "^a*a*a*a*a*a*a*b?$" },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const page = {
  type: "object",
  properties: { items: { type: "array", items: note }, next: { type: "string" } },
};
const inQuery = (name: string, schema: object) => ({ name, in: "query", schema });
const no = { description: "no" };
const parameters = [
  inQuery("limit", { type: "integer", minimum: 1, maximum: 100 }),
  inQuery("cursor", { type: "string" }),
];
const inPath = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const description = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters,
        responses: { 200: { description: "all", ...json(page) }, 400: no },
      },
      post: {
        operationId: "addNote",
        requestBody: { required: true, ...json(note) },
        responses: { 201: { description: "new", ...json(note) }, 400: no },
      },
    },
    "/notes/{id}": {
      parameters: inPath,
      get: { operationId: "getNote", responses: { 200: { description: "it", ...json(note) }, 404: no } },
      delete: { operationId: "removeNote", responses: { 204: { description: "gone" }, 404: no } },
    },
  },
};

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

let count = 0;

/** Of 100 MB of zeros, which is more than any response may have. */
const zeros = gzipSync(Buffer.alloc(100_000_000));

function answer(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Serves a list of this item, and the item as what is created. */
const showing =
  (item: () => object, more: () => object = () => ({})): Behaviour =>
  (request, response) => {
    const body = request.method === "POST" ? item() : { items: [item()], ...more() };
    answer(request, response, body);
  };

const endless: Behaviour = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
};

const behaviours: readonly (readonly [string, Behaviour])[] = [
  ["sends texts on which its pattern never ends", showing(() => ({ id: "1", name: `${"a".repeat(4900)}!` }))],
  ["nests 200,000 lists", (q, r) => answer(q, r, "[".repeat(200_000) + "]".repeat(200_000))],
  ["gives ids of 1 MB", showing(() => ({ id: "i".repeat(1_000_000), name: "b" }))],
  [
    "links to a next page for ever",
    showing(
      () => ({ id: `${++count}`, name: "b" }),
      () => ({ next: `/notes?cursor=${++count}` }),
    ),
  ],
  ["redirects to itself", (q, r) => void r.writeHead(302, { location: q.url ?? "/" }).end()],
  ["sends a blank now and then", endless],
  [
    "has members that every object has",
    (q, r) =>
      answer(
        q,
        r,
        '{"__proto__":{"id":"x"},"id":"__proto__","name":"constructor","items":[{"__proto__":1,"id":"constructor","name":1e400}]}',
      ),
  ],
  [
    "sets 200 cookies at a time",
    (q, r) => {
      r.setHeader(
        "set-cookie",
        Array.from({ length: 200 }, (_, index) => `c${index}_${++count}=${"v".repeat(50)}`),
      );
      answer(q, r, { items: [] });
    },
  ],
  [
    "lists 90,000 items",
    (q, r) => answer(q, r, `{"items":[${Array(90_000).fill('{"id":"1","name":"b"}').join(",")}]}`),
  ],
  [
    "sends headers for ever",
    (q) => {
      const { socket } = q;
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write(`x-${++count}: ${"v".repeat(500)}\r\n`), 1);
      socket.on("close", () => clearInterval(timer));
      socket.on("error", () => undefined);
    },
  ],
  [
    "sends interim responses for ever",
    (q) => {
      const { socket } = q;
      const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n"), 1);
      socket.on("close", () => clearInterval(timer));
      socket.on("error", () => undefined);
    },
  ],
  [
    "sends 100 MB of zeros in 100 KB",
    (_, r) => {
      r.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      r.end(zeros);
    },
  ],
  [
    "compresses what is compressed ten times",
    (_, r) => {
      r.writeHead(200, {
        "content-type": "application/json",
        "content-encoding": Array(10).fill("gzip").join(", "),
      });
      r.end(zeros);
    },
  ],
  [
    "writes numbers with 200,000 digits",
    (q, r) =>
      answer(
        q,
        r,
        `{"items":[{"id":${"7".repeat(200_000)},"name":1e${"9".repeat(1000)}}],"id":1e999999999,"name":"b"}`,
      ),
  ],
  [
    "shows 100,000 members with names of their own",
    (q, r) => answer(q, r, Object.fromEntries(Array.from({ length: 100_000 }, () => [`m${++count}`, {}]))),
  ],
  [
    "names other places in ids and in a long Location",
    (q, r) => {
      if (q.method === "POST") r.setHeader("location", `/notes/${"%41".repeat(4000)}`);
      answer(q, r, { id: "..", name: "b", items: [{ id: "../../x?y#z", name: "\u0000" }] });
    },
  ],
  [
    "announces 9 PB and sends a byte a second",
    (_, r) => {
      r.writeHead(200, { "content-type": "application/json", "content-length": "9007199254740991" });
      const timer = setInterval(() => r.write("["), 1000);
      r.on("close", () => clearInterval(timer));
    },
  ],
  [
    "closes after each response, and says that it does not",
    (q, r) => {
      answer(q, r, { items: [{ id: "1", name: "b" }], id: "1", name: "b" });
      r.on("finish", () => q.socket.destroy());
    },
  ],
  [
    "asks to wait a billion seconds, and a second, in turn",
    (_, r) => {
      count += 1;
      r.writeHead(count % 2 === 0 ? 429 : 503, { "retry-after": count % 2 === 0 ? "1000000000" : "1" }).end();
    },
  ],
  [
    "answers with half a character and half a pair",
    (_, r) => {
      r.writeHead(200, { "content-type": "application/json; charset=utf-7" });
      r.end(
        Buffer.concat([
          Buffer.from('{"items":[{"id":"\\ud800","name":"'),
          Buffer.from([0xc3, 0x28, 0xff]),
          Buffer.from('"}]}'),
        ]),
      );
    },
  ],
  [
    "gives each item another page of links to pages of items",
    showing(
      () => ({
        id: `${++count}`,
        name: "b",
        next: `/notes?cursor=${count}`,
        items: Array(50).fill({ id: `${count}` }),
      }),
      () => ({ next: `/notes?cursor=${"c".repeat(count % 8000)}` }),
    ),
  ],
];

describe("a run on any description ends with a verdict, in little memory, against a server that", () => {
  it.each(behaviours)("%s", async (_, behave) => {
    const baseUrl = await startOrigin((request, response) => {
      request.resume();
      behave(request, response);
    });
    const folder = temporaryFolder();
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(description));
    const args = ["run", "--spec", file, "--target", baseUrl, "--timeout", "500ms", "--reports", folder];
    const environment = { NODE_OPTIONS: "--max-old-space-size=600" };
    const { exitCode, stdout, stderr } = await start(args, { environment }).ended;
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: expect.toBeOneOf([0, 1, 3]),
      stderr: expect.not.stringContaining("bug in pedigree"),
    });
    expect(stdout).toMatch(/conform|inconclusive/);
  });
});
