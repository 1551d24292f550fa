// An honest server for openapi.yaml: Koa, with @koa/router and @koa/bodyparser, and ajv's own defaults for validation. It
// converts the types of parameters, those of bodies never, and keeps members that it does not know.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { bodyParser } from "@koa/bodyparser";
import Router from "@koa/router";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import Koa from "koa";
import { parse } from "yaml";

const description = parse(readFileSync(new URL("openapi.yaml", import.meta.url), "utf8"));
const bodies = addFormats(new Ajv({ strict: false })).addSchema(description, "api");
const texts = addFormats(new Ajv({ strict: false, coerceTypes: true }));

/** Refuses what an operation does not take, and converts its parameters. */
function validates({ parameters = [], requestBody }) {
  const among = (place) => parameters.filter((each) => each.in === place);
  // Node has the names of headers in small letters.
  const key = (each) => (each.in === "header" ? each.name.toLowerCase() : each.name);
  const checks = ["header", "path", "query"].map((place) => {
    const required = among(place).filter((each) => each.required);
    const properties = Object.fromEntries(among(place).map((each) => [key(each), each.schema]));
    // Draft 4 has no empty list of what is required.
    const schema = { properties, ...(required.length > 0 ? { required: required.map(key) } : {}) };
    return { place, isValid: texts.compile(schema) };
  });
  const isBody = requestBody && bodies.getSchema("api#/components/schemas/NewUser");
  return (ctx, next) => {
    const given = { header: { ...ctx.headers }, path: { ...ctx.params }, query: { ...ctx.query } };
    for (const { place, isValid } of checks)
      ctx.assert(isValid(given[place]), 400, `${place}: ${texts.errorsText(isValid.errors)}`);
    if (isBody)
      ctx.assert(isBody(ctx.request.body), 400, bodies.errorsText(isBody.errors, { dataVar: "body" }));
    ctx.state = { ...ctx.state, query: given.query };
    return next();
  };
}

/** Starts the server on a free port of this machine, unless another is named. Its key is a name and a password, `a:b`. */
export async function start({ port = 0, key = "admin:users-key" } = {}) {
  const tenants = { north: new Map(), south: new Map() };
  const usersOf = (ctx) => tenants[ctx.get("X-Tenant")];
  const found = (ctx) => {
    const user = usersOf(ctx).get(ctx.params.userId);
    ctx.assert(user, 404, "no such user");
    return user;
  };
  /** Creates a user, or replaces it. Nobody signs in with the password, so it is not kept. */
  const put = (ctx, id) => {
    const users = usersOf(ctx);
    const { password: _, ...sent } = ctx.request.body;
    const isTaken = [...users.values()].some(({ user }) => user.id !== id && user.email === sent.email);
    ctx.assert(!isTaken, 409, "the email is taken");
    const at = new Date().toISOString();
    const { user: before, history = [] } = users.get(id) ?? {};
    const user = { active: true, ...sent, id, createdAt: before?.createdAt ?? at };
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(user)])];
    const members = names.filter((name) => !isDeepStrictEqual(before?.[name], user[name]));
    const event = before ? { kind: "replaced", at, members } : { kind: "created", at, email: user.email };
    users.set(id, { user, history: [...history, event] });
    if (before) ctx.body = user;
    else {
      ctx.body = null;
      ctx.status = 201;
      ctx.set("Location", `/users/${id}`);
    }
  };
  const handlers = {
    listUsers: (ctx) => {
      const { active, minCredit = 0 } = ctx.state.query;
      ctx.body = [...usersOf(ctx).values()]
        .map(({ user }) => user)
        .filter((user) => user.active === (active ?? user.active) && (user.credit ?? 0) >= minCredit);
    },
    createUser: (ctx) => put(ctx, randomUUID()),
    getUser: (ctx) => {
      ctx.body = found(ctx).user;
    },
    putUser: (ctx) => put(ctx, ctx.params.userId),
    deleteUser: (ctx) => {
      usersOf(ctx).delete(found(ctx).user.id);
      ctx.status = 204;
    },
    listHistory: (ctx) => {
      ctx.body = found(ctx).history;
    },
  };

  const router = new Router();
  for (const [path, { parameters, ...methods }] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const all = [...parameters, ...(operation.parameters ?? [])];
      const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
      router[method](route, validates({ ...operation, parameters: all }), handlers[operation.operationId]);
    }
  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
      ctx.assert(ctx.status < 400, ctx.status);
    } catch (error) {
      ctx.status = error.status ?? 500;
      ctx.body = { message: ctx.status < 500 ? error.message : "our fault" };
    }
  });
  app.use((ctx, next) => {
    const [scheme, credentials] = ctx.get("Authorization").split(" ");
    const isGood = scheme.toLowerCase() === "basic" && credentials === Buffer.from(key).toString("base64");
    if (!isGood) ctx.set("WWW-Authenticate", 'Basic realm="users", charset="UTF-8"');
    ctx.assert(isGood, 401, "no such credentials");
    return next();
  });
  app.use(bodyParser());
  app.use(router.routes());
  app.use(router.allowedMethods());
  const server = app.listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await start({ port: Number(process.env["PORT"] ?? 3000), key: process.env["KEY"] });
  process.stdout.write(`${address}\n`);
}
