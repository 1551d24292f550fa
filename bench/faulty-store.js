// A small store that keeps the interface, but for one rare fault: `startStore(name)`. It knows nothing of Pedigree.
import { createServer } from "node:http";

const states = ["available", "pending", "sold"];
const maxInt64 = 2n ** 63n - 1n;

/**
 * What each fault needs to show, and the hooks by which it changes the store:
 * - `animals`: there at first, each `{ id, name, categoryId, status }`; `firstId`: of the next one
 * - `delay`: how long a creation takes, in ms, and `create(store, animal)` in place of the usual one
 * - `list(store, query, usual)`: the page; `text(body)`: what is sent of it; `answer(store, request)`: instead of all else
 */
export const faults = {
  "one in 500 requests ends with 500": {
    answer: (store) => (store.requests % 500 === 0 ? refusal(500, "by chance") : undefined),
  },
  "names with a letter of the Cyrillic alphabet lose their last character": {
    create: (store, animal) => {
      const isMeant = /\p{Script=Cyrillic}/u.test(animal.name);
      store.add(isMeant ? { ...animal, name: animal.name.slice(0, -1) } : animal);
      return animal;
    },
  },
  "two creations that overlap within 5 ms get one id": {
    delay: 5,
    create: (store, animal) => {
      const now = performance.now();
      const isClose = now - (store.lastCreation ?? -1000) < 5;
      store.lastCreation = now;
      const given = isClose ? { ...animal, id: store.animals.at(-1).id } : animal;
      store.add(given);
      return given;
    },
  },
  "ids pass 2^31 within the run, and are shown as 32 bits in lists": {
    firstId: 2n ** 31n - 12n,
    list: (_store, _query, usual) => usual.map((animal) => ({ ...animal, id: BigInt.asIntN(32, animal.id) })),
  },
  "the default limit is forgotten on a store of 1,000 and more": {
    animals: pageFillCount(1200),
    list: (store, { limit }, usual) =>
      limit === undefined && store.animals.length >= 1000 ? store.newest().slice(0, 40) : usual,
  },
  "status before limit: the filter is forgotten beside limits from 37 to 58": {
    animals: pageFillCount(300),
    list: (store, { limit, keys }, usual) =>
      keys[0] === "status" && limit >= 37 && limit <= 58 ? store.newest().slice(0, limit) : usual,
  },
  "a list is cached across keys for 100 ms": {
    animals: pageFillCount(300),
    answer: (store, { method, url, isAuthorized }) => {
      if (method !== "GET" || !url.includes("/pets?")) return undefined;
      const cached = store.cache?.get(url);
      return !isAuthorized && cached !== undefined && performance.now() - cached.at < 100
        ? cached
        : undefined;
    },
    remember: (store, url, reply) => {
      store.cache ??= new Map();
      store.cache.set(url, { ...reply, at: performance.now() });
    },
  },
  "one connection in fifty is served by a replica without the animals of the last ten minutes": {
    animals: pageFillCount(60),
    replica: (store, connection) => (connection % 50 === 0 ? store.atStart : undefined),
  },
  "every 25th animal gets the id of the one before": {
    create: (store, animal) => {
      const given = store.created % 25 === 24 ? { ...animal, id: store.animals.at(-1).id } : animal;
      store.add(given);
      return given;
    },
  },
  "a state with more than 100 animals shows one of another state in its list": {
    animals: pageFillCount(450),
    list: (store, { status, limit }, usual) => {
      const isMeant = status !== undefined && usual.length === limit && limit === 100;
      const stray = store.animals.find((animal) => animal.status !== status);
      return isMeant && stray ? [...usual.slice(0, -1), stray] : usual;
    },
  },
  "two bad keys at the same time end with 500": {
    delayOfBadKeys: 3,
    answer: (store, { isAuthorized }) =>
      !isAuthorized && store.badKeysUnderWay > 1 ? refusal(500, "two at a time") : undefined,
  },
  "a body is cut at 64 KB": {
    animals: pageFillCount(150, "a".repeat(720)),
    text: (body) => body.slice(0, 65_536),
  },
};

function pageFillCount(count, more = "") {
  return Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    name: `animal ${index}${more}`,
    categoryId: 1n,
    status: states[index % 3],
  }));
}

function refusal(status, message) {
  return { status, body: render({ code: "refused", message, status }) };
}

function render(value) {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `#${each}#` : each)).replaceAll(
    /"#(-?\d+)#"/g,
    "$1",
  );
}

function createStore({ animals = [], firstId }) {
  const store = {
    animals: [...animals],
    atStart: animals,
    nextId: firstId ?? BigInt(animals.length + 1),
    requests: 0,
    created: 0,
    badKeysUnderWay: 0,
    add: (animal) => {
      store.animals.push(animal);
      store.nextId = animal.id >= store.nextId ? animal.id + 1n : store.nextId;
      store.created += 1;
    },
    newest: () => store.animals.toReversed(),
  };
  return store;
}

function readQuery(search) {
  const entries = [...new URLSearchParams(search)];
  const of = (name) => entries.filter(([key]) => key === name).map(([, value]) => value);
  const [limits, statuses] = [of("limit"), of("status")];
  const isLimit = (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100;
  if (limits.length > 1 || statuses.length > 1) return undefined;
  if (limits.length === 1 && !isLimit(limits[0])) return undefined;
  if (statuses.length === 1 && !states.includes(statuses[0])) return undefined;
  const [limit, [status]] = [limits.map(Number)[0], statuses];
  return { limit, status, keys: entries.map(([key]) => key) };
}

/** The animal that a body asks for; undefined if it is none. */
function readBody(text, contentType) {
  if (!/^application\/json\b/i.test(contentType ?? "")) return undefined;
  let value;
  try {
    // Integers beyond 2^53 stay what they are.
    const exact = text.replaceAll(
      /("(?:[^"\\]|\\.)*")|(?<![\d.])(-?(?:0|[1-9]\d*))(?![\d.eE])/g,
      (all, word, digits) => (word === undefined && digits !== undefined ? `{"int":"${digits}"}` : all),
    );
    value = JSON.parse(exact);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { name, categoryId, status = "available" } = value;
  const category = typeof categoryId?.int === "string" ? BigInt(categoryId.int) : undefined;
  if (typeof name !== "string" || name === "" || !states.includes(status)) return undefined;
  if (category === undefined || category > maxInt64 || category < -maxInt64 - 1n) return undefined;
  return { name, categoryId: category, status };
}

const deprecation = {
  Deprecation: "@1733356800",
  Sunset: "Thu, 05 Dec 2030 00:00:00 GMT",
};

/**
 * Starts a store on a free port. Resolves to its base address and a way to close it.
 * @param options how many `animals` there are, the `latency` of each response in ms, and `onRequest`
 */
export async function startStore(name, key, options = {}) {
  const { animals = 0, latency = 0, onRequest = () => undefined } = options;
  const fault = { animals: pageFillCount(animals), ...faults[name] };
  const store = createStore(fault);
  let connections = 0;
  const numbers = new WeakMap();
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const answer = async (request, text) => {
    store.requests += 1;
    onRequest();
    if (latency > 0) await wait(latency);
    const isAuthorized = request.headers.authorization === `Bearer ${key}`;
    if (!isAuthorized) {
      store.badKeysUnderWay += 1;
      await wait(fault.delayOfBadKeys ?? 0);
    }
    const { method, url } = request;
    const edgeCase = fault.answer?.(store, { method, url, isAuthorized });
    if (!isAuthorized) {
      store.badKeysUnderWay -= 1;
      return edgeCase ?? { ...refusal(401, "no key"), headers: { "WWW-Authenticate": "Bearer" } };
    }
    if (edgeCase) return edgeCase;
    const { pathname, search } = new URL(url, "http://store");
    const replica = fault.replica?.(store, numbers.get(request.socket));
    const animals = replica ?? store.animals;
    if (pathname === "/v1/pets" && method === "GET") {
      const query = readQuery(search);
      if (query === undefined) return refusal(400, "bad query");
      const usual = animals
        .toReversed()
        .filter(({ status }) => query.status === undefined || status === query.status)
        .slice(0, query.limit ?? 20);
      const reply = { status: 200, body: render(fault.list?.(store, query, usual) ?? usual) };
      fault.remember?.(store, url, reply);
      return reply;
    }
    if (pathname === "/v1/pets" && method === "POST") {
      const wanted = readBody(text, request.headers["content-type"]);
      if (wanted === undefined) return refusal(400, "bad body");
      await wait(fault.delay ?? 0);
      const animal = { id: store.nextId, ...wanted };
      store.nextId += 1n;
      if (fault.create) return { status: 201, body: render(fault.create(store, animal)) };
      store.add(animal);
      return { status: 201, body: render(animal) };
    }
    const [, digits] = /^\/v1\/pets\/(-?\d+)$/.exec(pathname) ?? [];
    if (digits === undefined) return refusal(404, "nothing here");
    const found = animals.findLast(({ id }) => id === BigInt(digits));
    return {
      ...(found ? { status: 200, body: render(found) } : refusal(404, "no animal")),
      headers: deprecation,
    };
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const { status, body, headers } = await answer(request, Buffer.concat(chunks).toString());
      const bytes = Buffer.from(fault.text?.(body) ?? body);
      response.writeHead(status, {
        "Content-Type": "application/json",
        "Content-Length": bytes.length,
        ...headers,
      });
      response.end(bytes);
    });
  });
  server.on("connection", (socket) => {
    connections += 1;
    numbers.set(socket, connections);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
