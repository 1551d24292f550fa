// An honest server with five operations, and its description: what a run takes on a small API.
// notes-server.js [--description]: prints its description, or else the address that it listens on.
import { createServer } from "node:http";

const json = (schema) => ({ content: { "application/json": { schema } } });
const note = { $ref: "#/components/schemas/Note" };
const refused = { description: "Refused", ...json({ $ref: "#/components/schemas/Problem" }) };
const ids = [{ name: "noteId", in: "path", required: true, schema: { type: "integer", format: "int64" } }];
const body = { required: true, ...json({ $ref: "#/components/schemas/NewNote" }) };
const members = {
  title: { type: "string", minLength: 1, maxLength: 80 },
  priority: { type: "integer", minimum: 1, maximum: 5 },
  state: { type: "string", enum: ["open", "done"] },
};
const required = Object.keys(members);
const description = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1.0.0" },
  security: [{ token: [] }],
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: [{ name: "state", in: "query", schema: members.state }],
        responses: {
          200: { description: "The notes", ...json({ type: "array", items: note }) },
          400: refused,
          401: refused,
        },
      },
      post: {
        operationId: "addNote",
        requestBody: body,
        responses: { 201: { description: "Added", ...json(note) }, 400: refused, 401: refused },
      },
    },
    "/notes/{noteId}": {
      parameters: ids,
      get: {
        operationId: "getNote",
        responses: {
          200: { description: "The note", ...json(note) },
          400: refused,
          401: refused,
          404: refused,
        },
      },
      put: {
        operationId: "replaceNote",
        requestBody: body,
        responses: {
          200: { description: "Replaced", ...json(note) },
          400: refused,
          401: refused,
          404: refused,
        },
      },
      delete: {
        operationId: "deleteNote",
        responses: { 204: { description: "Deleted" }, 400: refused, 401: refused, 404: refused },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      NewNote: { type: "object", required, properties: members },
      Note: {
        type: "object",
        required: ["id", ...required],
        properties: { id: { type: "integer", format: "int64", readOnly: true }, ...members },
      },
      Problem: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
    },
  },
};

const isValid = ({ title, priority, state }) =>
  typeof title === "string" &&
  [...title].length >= 1 &&
  [...title].length <= 80 &&
  Number.isInteger(priority) &&
  priority >= 1 &&
  priority <= 5 &&
  members.state.enum.includes(state);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notes = new Map();
let last = 0;

/** The status, and the body of the answer. */
function answer({ method, url, headers }, text) {
  const refuse = (status) => [status, { message: `refused with ${status}` }];
  if (headers.authorization !== "Bearer notes-key") return refuse(401);
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, collection, id, ...rest] = pathname.split("/");
  if (collection !== "notes" || rest.length > 0) return refuse(404);
  const sent = ["POST", "PUT"].includes(method) ? parse(text) : undefined;
  const isRefused = ["POST", "PUT"].includes(method) && !isValid(Object(sent));
  const kept = () => ({ title: sent.title, priority: sent.priority, state: sent.state });
  if (id === undefined && method === "GET") {
    const state = searchParams.get("state");
    if (state !== null && !members.state.enum.includes(state)) return refuse(400);
    return [200, [...notes.values()].filter((each) => state === null || each.state === state)];
  }
  if (id === undefined && method === "POST") {
    if (isRefused) return refuse(400);
    last += 1;
    notes.set(last, { id: last, ...kept() });
    return [201, notes.get(last)];
  }
  if (!/^\d{1,15}$/.test(id ?? "")) return refuse(400);
  const number = Number(id);
  if (!notes.has(number)) return refuse(404);
  if (method === "GET") return [200, notes.get(number)];
  if (method === "PUT") {
    if (isRefused) return refuse(400);
    notes.set(number, { id: number, ...kept() });
    return [200, notes.get(number)];
  }
  notes.delete(number);
  return [204, undefined];
}

if (process.argv.includes("--description")) console.log(JSON.stringify(description));
else {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const [status, shown] = answer(request, Buffer.concat(chunks).toString());
    const text = shown === undefined ? undefined : JSON.stringify(shown);
    const wanted = status === 401 ? { "www-authenticate": "Bearer" } : {};
    response.writeHead(status, { ...wanted, ...(text && { "content-type": "application/json" }) }).end(text);
  });
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
    console.log(`http://127.0.0.1:${server.address().port}`),
  );
}
