import express from "express";
import {
  createStore,
  errorBody,
  readJson,
  readLimit,
  readStatus,
  requireJson,
  requireKey,
  StoreError,
  writeJson,
} from "./core.js";

const store = createStore();
const app = express();
const send = (response, status, value) => response.status(status).type("json").send(writeJson(value));

app.use((request, response, next) => {
  response.set("WWW-Authenticate", "Bearer");
  requireKey(request.get("Authorization"));
  response.removeHeader("WWW-Authenticate");
  next();
});

const pets = express.Router();
pets.get("/", ({ query: { limit, status } }, response) => {
  send(response, 200, store.list(readLimit(limit), readStatus(status)));
});
pets.post(
  "/",
  (request, _response, next) => {
    requireJson(request.get("Content-Type"));
    next();
  },
  // As text, since express.json() would round what has more than 53 bits.
  express.text({ type: "application/json" }),
  (request, response) => {
    const pet = store.add(readJson(request.body ?? ""));
    response.location(`/v1/pets/${pet.id}`);
    send(response, 201, pet);
  },
);
pets.get("/:petId", (request, response) => {
  send(response, 200, store.get(request.params.petId));
});
app.use("/v1/pets", pets);

app.use(() => {
  throw new StoreError(404, "not_found", "There is nothing here.");
});
app.use((error, _request, response, _next) => {
  const body = errorBody(error);
  send(response, body.status, body);
});

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
