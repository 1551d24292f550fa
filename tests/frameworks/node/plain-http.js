import { createServer } from "node:http";
import * as core from "./core.js";

const store = core.createStore({ defaultStatus: "available" });
const largestBody = 100_000;

const server = createServer(async (request, response) => {
  try {
    const [status, value] = await answer(request);
    send(response, status, value);
  } catch (error) {
    const body = core.errorBody(error);
    if (body.status === 401) response.setHeader("WWW-Authenticate", "Bearer");
    send(response, body.status, body);
  }
});

async function answer(request) {
  core.requireKey(request.headers.authorization);
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const id = /^\/v1\/pets\/([^/]+)$/.exec(pathname)?.[1];
  if (request.method === "GET" && id !== undefined) return [200, store.get(decodeURIComponent(id))];
  if (request.method === "GET" && pathname === "/v1/pets") {
    const limit = core.readLimit(searchParams.get("limit") ?? undefined);
    return [200, store.list(limit, core.readStatus(searchParams.get("status") ?? undefined))];
  }
  if (request.method === "POST" && pathname === "/v1/pets") {
    core.requireJson(request.headers["content-type"]);
    return [201, store.add(core.readJson(await readBody(request)))];
  }
  throw new core.StoreError(404, "not_found", "There is nothing here.");
}

async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > largestBody) throw new core.StoreError(413, "too_large", "The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(response, status, value) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(core.writeJson(value));
}

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
