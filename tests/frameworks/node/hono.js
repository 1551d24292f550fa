import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createStore, errorBody, readJson, readLimit, requireJson, requireKey, writeJson } from "./core.js";

const store = createStore({ firstId: -5n, defaultStatus: "sold" });
const app = new Hono().basePath("/v1");
const json = { "Content-Type": "application/json; charset=UTF-8" };

app.use(async (c, next) => {
  requireKey(c.req.header("Authorization"));
  await next();
});

app.get("/pets", (c) => {
  // An unknown status is one that no animal has.
  const found = store.list(readLimit(c.req.query("limit")), c.req.query("status"));
  return c.body(writeJson(found), 200, json);
});

app.post("/pets", async (c) => {
  requireJson(c.req.header("Content-Type"));
  return c.body(writeJson(store.add(readJson(await c.req.text()))), 201, json);
});

app.get("/pets/:petId", (c) => c.body(writeJson(store.get(c.req.param("petId"))), 200, json));

app.notFound((c) => c.json({ code: "not_found", message: "There is nothing here.", status: 404 }, 404));

app.onError((error, c) => {
  const body = errorBody(error);
  if (body.status === 401) c.header("WWW-Authenticate", 'Bearer realm="animals"');
  return c.json(body, body.status);
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
