import express from "express";
import * as core from "./core.js";

const store = core.createStore();
const app = express();
const send = (response, status, value) => response.status(status).type("json").send(core.writeJson(value));

app.use((request, response, next) => {
  response.set("WWW-Authenticate", "Bearer");
  core.requireKey(request.get("Authorization"));
  response.removeHeader("WWW-Authenticate");
  next();
});

const pets = express.Router();
pets.get("/", ({ query: { limit, status } }, response) => {
  send(response, 200, store.list(core.readLimit(limit), core.readStatus(status)));
});
pets.post(
  "/",
  (request, _response, next) => {
    core.requireJson(request.get("Content-Type"));
    next();
  },
  // As text, since express.json() would round what has more than 53 bits.
  express.text({ type: "application/json" }),
  (request, response) => {
    const pet = store.add(core.readJson(request.body ?? ""));
    response.location(`/v1/pets/${pet.id}`);
    send(response, 201, pet);
  },
);
pets.get("/:petId", (request, response) => {
  send(response, 200, store.get(request.params.petId));
});
app.use("/v1/pets", pets);

app.use(() => {
  throw new core.StoreError(404, "not_found", "There is nothing here.");
});
app.use((error, _request, response, _next) => {
  const body = core.errorBody(error);
  send(response, body.status, body);
});

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
