import Fastify from "fastify";
import { createStore, errorBody, readJson, requireKey } from "./core.js";

// As large as those of services that number by the clock.
const store = createStore({ firstId: 7_250_000_000_000_000_000n, defaultStatus: "pending" });
const app = Fastify();

const petStatus = { type: "string", enum: ["available", "pending", "sold"] };
const pet = {
  type: "object",
  required: ["id", "name", "categoryId"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    categoryId: { type: "integer" },
    status: petStatus,
  },
};
const querystring = {
  type: "object",
  properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status: petStatus },
};
const params = { type: "object", properties: { petId: { type: "string", pattern: "^-?[0-9]{1,19}$" } } };

app.addHook("onRequest", async (request) => requireKey(request.headers.authorization));

app.addContentTypeParser("application/json", { parseAs: "string" }, async (_request, text) => readJson(text));

app.setErrorHandler((error, request, reply) => {
  const body = errorBody(error);
  // A body without a content type is an invalid one to this interface; Fastify has 415 for it.
  if (body.status === 415 && request.headers["content-type"] === undefined) body.status = 400;
  if (body.status === 401) reply.header("WWW-Authenticate", "Bearer");
  return reply.status(body.status).send(body);
});

app.setNotFoundHandler((_request, reply) =>
  reply.status(404).send({ code: "not_found", message: "There is nothing here.", status: 404 }),
);

app.get(
  "/v1/pets",
  { schema: { querystring, response: { 200: { type: "array", items: pet } } } },
  async ({ query }) => store.list(query.limit, query.status),
);

app.post("/v1/pets", { schema: { response: { 201: pet } } }, async (request, reply) => {
  reply.status(201);
  return store.add(request.body);
});

app.get("/v1/pets/:petId", { schema: { params, response: { 200: pet } } }, async (request) =>
  store.get(request.params.petId),
);

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
