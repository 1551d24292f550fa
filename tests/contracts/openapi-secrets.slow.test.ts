import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface User {
  readonly login: string;
  readonly password: string;
  readonly pin: number;
  readonly hint: string;
}

/** What one server shows of a user. */
interface Ways {
  readonly answer?: (user: User) => object;
  readonly show?: (user: User) => object;
  readonly list?: (user: User) => object;
}

const open = ({ login }: User) => ({ login });

async function judge({ show = open, answer = show, list = show }: Ways) {
  const users = new Map<number, User>();
  let created = 0;
  const wrapped = (id: number, attributes: object) => ({ id: `${id}`, type: "users", attributes });
  const baseUrl = await startJsonServer(({ method, parts: [, part], sent }) => {
    const id = Number(part);
    const known = users.get(id);
    if (part !== undefined && known === undefined) return [404, {}];
    if (method === "DELETE") return [users.delete(id) ? 204 : 404];
    if (known !== undefined) return [200, { data: wrapped(id, show(known)) }];
    if (method === "GET") return [200, { data: [...users].map(([own, user]) => wrapped(own, list(user))) }];
    const { attributes } = (sent["data"] ?? {}) as { readonly attributes?: User };
    const isText = [attributes?.login, attributes?.password, attributes?.hint].every(
      (each) => typeof each === "string",
    );
    if (attributes === undefined || !isText || !Number.isInteger(attributes.pin)) return [400, {}];
    created += 1;
    users.set(created, attributes);
    return [201, { data: wrapped(created, answer(attributes)) }];
  });
  const attributes = {
    type: "object",
    required: ["login", "password", "pin", "hint"],
    properties: {
      login: { type: "string" },
      password: { type: "string", writeOnly: true },
      pin: { type: "integer", writeOnly: true },
      hint: { type: "string", writeOnly: true },
    },
  };
  const shown = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const inData = (schema: object) => ({ type: "object", required: ["data"], properties: { data: schema } });
  const body = inData({ type: "object", required: ["attributes"], properties: { attributes } });
  const description = describePaths({
    "/users": {
      get: reads("listUsers", inData({ type: "array", items: shown })),
      post: adds("addUser", body, inData(shown)),
    },
    "/users/{id}": {
      parameters: [idInPath("string")],
      get: reads("getUser", inData(shown)),
      delete: removes("removeUser"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

describe("what is writeOnly in an object of the body is kept, where", () => {
  it.each<[string, Ways]>([
    ["nothing of it is shown", {}],
    ["only its length is shown", { show: ({ login, password }) => ({ login, length: password.length }) }],
    ["there is another pin", { show: ({ login, pin }) => ({ login, pin: pin + 1 }) }],
    ["another member has the number", { show: ({ login, pin }) => ({ login, other: pin }) }],
    ["what is no secret stands under another name", { show: ({ login, hint }) => ({ login, about: hint }) }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("what is writeOnly in an object of the body is found", () => {
  it.each<[string, Ways]>([
    ["where it is read", { answer: open, list: open, show: (user) => user }],
    ["in the response to the creation", { answer: (user) => user }],
    ["in the list alone", { list: (user) => user }],
    ["under another name", { list: ({ login, password }) => ({ login, about: [`it is ${password}`] }) }],
    ["as a number", { show: ({ login, pin }) => ({ login, pin }) }],
    ["as a text that is no secret", { show: ({ login, hint }) => ({ login, hint }) }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual(["addUser: writeOnly members"]);
  });
});

it("a number that is writeOnly is found in an envelope with other members", async () => {
  const pets = new Map<number, object>();
  const baseUrl = await startJsonServer(({ method, parts: [, part], sent: { name, chip } }) => {
    const id = part === undefined ? pets.size + 1 : Number(part);
    if (part !== undefined && !pets.has(id)) return [404, {}];
    if (method === "POST" && (typeof name !== "string" || !Number.isInteger(chip))) return [400, {}];
    if (method === "POST") pets.set(id, { id, name, chip });
    return [method === "POST" ? 201 : 200, { isFine: true, pet: pets.get(id) }];
  });
  const name = { type: "string" };
  const sent = {
    type: "object",
    required: ["name", "chip"],
    properties: { name, chip: { type: "integer", writeOnly: true } },
  };
  const pet = { type: "object", properties: { id: { type: "integer" }, name } };
  const shown = { type: "object", properties: { isFine: { type: "boolean" }, pet } };
  const description = describePaths({
    "/pets": { post: adds("addPet", sent, shown) },
    "/pets/{id}": { parameters: [idInPath()], get: reads("getPet", shown) },
  });
  expect(failedIn(await judgeDescribed(description, baseUrl))).toEqual(["addPet: writeOnly members"]);
});
