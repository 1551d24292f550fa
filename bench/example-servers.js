// The servers of examples/.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const basic = `Basic ${Buffer.from("admin:users-key").toString("base64")}`;
const uuid = (number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;
const letters = (number) => [...`${number}`].map((digit) => "ABCDEFGHIJ"[digit]).join("");
const gone = () => ({ status: 204, body: "", headers: {} });

const ticket = { subject: "Help", reporter: "a@example.com", status: "open", hours: 1, assignee: "Ann" };
const booking = { day: "2030-05-01", people: 4, purpose: "talk", note: "early" };
const recipe = {
  title: "Soup",
  servings: 4,
  course: "starter",
  vegan: true,
  tags: ["warm"],
  steps: ["Cook."],
  nutrition: { energy: 300, fat: 7 },
};

/** Where each fault goes, and a body for each creation and change; the number keeps apart what must be unique. */
export const examples = {
  fastify: {
    server: "server.js",
    description: "openapi.yaml",
    key: "library-key",
    credential: { authorization: "Bearer library-key" },
    create: "POST /books",
    read: "GET /books/*",
    list: "GET /books",
    remove: "DELETE /books/*",
    removed: gone,
    name: "title",
    filler: { pages: 1 },
    bounded: ["POST /books", "pages", 5000],
    invalid: 400,
    portman: (key) => ({ bearer: { token: key } }),
    specmatic: { token: "library-key" },
    redocly: "token=library-key",
    bodies: {
      addBook: (number) => ({ title: "Emma", isbn: uuid(number), pages: 400, price: 9, genre: "novel" }),
      addReview: () => ({ stars: 4, text: "good" }),
    },
  },
  express: {
    server: "server.js",
    description: "openapi.yaml",
    key: "helpdesk-key",
    credential: { "x-api-key": "helpdesk-key" },
    create: "POST /projects",
    read: "GET /projects/*",
    list: "GET /projects",
    remove: "DELETE /projects/*",
    removed: gone,
    name: "name",
    filler: { name: "filled" },
    bounded: ["POST /projects/*/tickets", "hours", 200],
    invalid: 400,
    portman: (key) => ({ apiKey: { value: key } }),
    specmatic: { apiKey: "helpdesk-key" },
    redocly: "apiKey=helpdesk-key",
    bodies: {
      createProject: (number) => ({ key: `K${letters(number)}`, name: "Shop", contact: "a@example.com" }),
      createTicket: () => ticket,
      replaceTicket: () => ({ ...ticket, hours: 2 }),
      changeTicket: () => ({ ...ticket, status: "solved" }),
    },
  },
  hono: {
    server: "server.js",
    description: "openapi.yaml",
    key: "rooms-key",
    credential: { authorization: "Bearer rooms-key" },
    create: "POST /rooms",
    read: "GET /rooms/*",
    list: "GET /rooms",
    remove: "DELETE /rooms/*",
    removed: gone,
    name: "name",
    filler: { seats: 1 },
    bounded: ["POST /rooms", "seats", 200],
    invalid: 400,
    portman: (key) => ({ bearer: { token: key } }),
    specmatic: { token: "rooms-key" },
    redocly: "token=rooms-key",
    bodies: {
      addRoom: () => ({
        name: "Blue",
        kind: "studio",
        seats: 12,
        opened: "2020-05-01",
        equipment: ["piano"],
      }),
      book: () => booking,
      changeBooking: () => ({ ...booking, people: 5 }),
    },
  },
  koa: {
    server: "server.js",
    description: "openapi.yaml",
    key: "admin:users-key",
    credential: { authorization: basic },
    create: "POST /users",
    read: "GET /users/*",
    list: "GET /users",
    remove: "DELETE /users/*",
    removed: gone,
    name: "name",
    filler: { name: "filled" },
    bounded: ["POST /users", "credit", 10_000],
    invalid: 400,
    given: { "X-Tenant": "north" },
    portman: (key) => ({ basic: { username: "admin", password: key.replace("admin:", "") } }),
    specmatic: { basic: basic.slice(6) },
    redocly: "basic_username=admin,basic_password=users-key",
    bodies: {
      createUser: (number) => ({
        name: "Ada",
        email: `a${number}@example.com`,
        password: "long enough",
        credit: 5,
      }),
      putUser: (number) => ({
        name: "Bea",
        email: `b${number}@example.com`,
        password: "long enough",
        credit: 6,
      }),
    },
  },
  python: {
    server: "server.py",
    description: "openapi.json",
    key: "recipes-key",
    credential: { cookie: "api_key=recipes-key" },
    create: "POST /recipes",
    read: "GET /recipes/*",
    list: "GET /recipes",
    remove: "DELETE /recipes/*",
    removed: ({ body }) => ({
      body: JSON.stringify({ id: JSON.parse(body).id, deleted_at: "2030-01-01T00:00:00Z" }),
    }),
    name: "title",
    filler: { servings: 1 },
    bounded: ["POST /recipes", "servings", 50],
    invalid: 422,
    portman: (key) => ({
      apiKey: { key: "api_key", in: "query", value: key },
    }),
    specmatic: { key_in_query: "recipes-key", key_in_cookie: "recipes-key" },
    redocly: "key_in_query=recipes-key,key_in_cookie=recipes-key",
    bodies: {
      create_recipe: () => recipe,
      change_recipe: () => ({ ...recipe, servings: 6 }),
      add_photo: () => ({ name: "soup.png", width: 640 }),
    },
  },
};

/** The path of a file of an example. */
export const pathOf = (name, file) => fileURLToPath(new URL(`../examples/${name}/${file}`, import.meta.url));

/** Starts the server of an example in a process of its own. */
export async function startExample(name) {
  const { server, key, description } = examples[name];
  const command = server.endsWith(".py") ? "python3" : process.execPath;
  const child = spawn(command, [pathOf(name, server)], {
    env: { ...process.env, PORT: "0", KEY: key },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(child.stdout, "data");
  const address = `${line}`.trim();
  return { address, key, description: pathOf(name, description), stop: () => child.kill() };
}
