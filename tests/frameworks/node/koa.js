import Koa from "koa";
import * as core from "./core.js";

const store = core.createStore({ defaultStatus: "available" });
const app = new Koa();
const largestBody = 100_000;

const send = (ctx, status, value) => {
  ctx.status = status;
  ctx.type = "json";
  ctx.body = core.writeJson(value);
};

app.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const body = core.errorBody(error);
    if (body.status === 401) ctx.set("WWW-Authenticate", "Bearer");
    send(ctx, body.status, body);
  }
});

app.use(async (ctx, next) => {
  core.requireKey(ctx.get("Authorization"));
  await next();
});

app.use(async (ctx) => {
  const id = /^\/v1\/pets\/([^/]+)$/.exec(ctx.path)?.[1];
  if (ctx.method === "GET" && id !== undefined) send(ctx, 200, store.get(decodeURIComponent(id)));
  else if (ctx.method === "GET" && ctx.path === "/v1/pets") {
    // A limit that is none is the default one, and one out of range becomes the nearest.
    const limit = Math.min(Math.max(Number.parseInt(ctx.query.limit ?? "20", 10) || 20, 1), 100);
    send(ctx, 200, store.list(limit, core.readStatus(ctx.query.status)));
  } else if (ctx.method === "POST" && ctx.path === "/v1/pets") {
    core.requireJson(ctx.get("Content-Type"));
    send(ctx, 201, store.add(core.readJson(await readBody(ctx))));
  } else throw new core.StoreError(404, "not_found", "There is nothing here.");
});

async function readBody(ctx) {
  if (ctx.length > largestBody) throw new core.StoreError(413, "too_large", "The body is too large.");
  let text = "";
  for await (const chunk of ctx.req.setEncoding("utf8")) text += chunk;
  return text;
}

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
