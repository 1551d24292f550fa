import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { CreationEntry, RunOptions } from "../../src/engine/index.js";
import { isJsonObject, type Json, parseJson } from "../../src/json/index.js";
import type { Handlers, IncomingRequest, Operator, Pet, Reply } from "../../src/server/index.js";
import { clock } from "../servers/clock.js";
import { judge, startServer } from "../servers/judging.js";

/** How a server answers after it has stored an animal. */
interface Manner {
  readonly status: number;
  readonly change?: (reply: Reply) => Partial<Reply> | Promise<Partial<Reply>>;
  readonly options?: Partial<RunOptions>;
}

const wait = ({ headers }: Reply) => ({ headers: { ...headers, "Retry-After": "0" } });
const manners: readonly (readonly [name: string, manner: Manner])[] = [
  ...[200, 201, 400, 401, 409, 429, 500, 503].map(
    (status) => [`answers ${status}`, { status, options: { patience: 300 } }] as const,
  ),
  ...[429, 503].map((status) => [`answers ${status} with Retry-After: 0`, { status, change: wait }] as const),
  ["closes the connection", { status: 500, change: () => ({ transmission: { kind: "dropped" } }) }],
  ["answers too late", { status: 201, change: () => delay(400, {}), options: { timeout: 150 } }],
];

/** What a server makes of any body: an animal, with a name of its own making where there is none. */
function petOf({ body }: IncomingRequest, id: bigint): Pet {
  const text = body.kind === "bytes" ? Buffer.from(body.bytes).toString() : "";
  const parsed = parseJson(text);
  const value: Json = parsed.status === "valid" ? parsed.value : null;
  const { name, categoryId, status } = isJsonObject(value) ? value : {};
  return {
    id,
    name: typeof name === "string" ? name : "without a name",
    categoryId: typeof categoryId === "bigint" ? BigInt.asIntN(64, categoryId) : 0n,
    status: ["pending", "sold"].includes(`${status}`) ? `${status}` : "available",
  };
}

/** Stores whatever is posted, with or without a key, and answers in this manner. */
function storing({ status, change }: Manner, received: string[], before: readonly Pet[] = []): Operator {
  const isPost = ({ method }: IncomingRequest): boolean => method === "POST";
  return (handlers: Handlers) => ({
    seed: () => before,
    answerEarly(request, store) {
      if (!isPost(request)) return handlers.answerEarly(request, store);
      received.push(`${request.headers["traceparent"]}`.split("-")[1] ?? "");
      const pet = petOf(request, BigInt(received.length + before.length));
      store.put(pet);
      return status < 300
        ? { kind: "answered", status, body: handlers.renderCreatedPet(pet) }
        : { kind: "refused", status, reason: "No." };
    },
    async finish(reply, request, outcome) {
      const finished = await handlers.finish(reply, request, outcome);
      return isPost(request) && change !== undefined
        ? { ...finished, ...(await change(finished)) }
        : finished;
    },
  });
}

describe("a server that stores every animal", () => {
  const table = manners.flatMap(([name, manner]) => [0, 7, 50].map((most) => [name, most, manner] as const));

  it.each(table)("and %s stores no more than %i of a run", async (_name, maxCreated, manner) => {
    const received: string[] = [];
    const journal: CreationEntry[] = [];
    const { baseUrl: url } = await startServer(storing(manner, received));

    const onCreation = (entry: CreationEntry) => void journal.push(entry);
    const report = await judge(url, { ...manner.options, maxCreated, onCreation });

    const sent = journal.flatMap((entry) => (entry.event === "sending" ? [entry.trace] : []));
    const created = journal.filter(({ event }) => event === "created");
    expect(received.length).toBeLessThanOrEqual(maxCreated);
    expect(sent.toSorted()).toEqual(received.toSorted());
    expect(report.run.created).toBe(received.length);
    expect(created).toHaveLength(manner.status < 300 && manner.change === undefined ? received.length : 0);
  });

  const crowds = [400, 401, 409, 429].flatMap((status) => [1, 7, 30].map((most) => [status, most] as const));

  it.each(crowds)(
    "and answers %i stores no more than %i where the list is full",
    async (status, maxCreated) => {
      const received: string[] = [];
      const before = Array.from({ length: 150 }, (_, index) => ({
        id: BigInt(index + 1),
        name: `Earlier ${index}`,
        categoryId: 1n,
        status: ["available", "pending", "sold"][index % 3] ?? "sold",
      }));
      const { baseUrl: url } = await startServer(storing({ status, change: wait }, received, before));

      const report = await judge(url, { maxCreated });

      expect(received.length).toBeLessThanOrEqual(maxCreated);
      expect(report.run.created).toBe(received.length);
    },
  );

  it("and settles late stores no more than may be added, if it is given the time", async () => {
    const received: string[] = [];
    const slow: Operator = (handlers) => {
      const { answerEarly } = storing({ status: 400 }, received)(handlers);
      return {
        answerEarly: (request, store) =>
          answerEarly?.(request, { ...store, put: (pet) => clock.after(200, () => store.put(pet)) }),
      };
    };
    const { baseUrl: url } = await startServer(slow);

    await judge(url, { maxCreated: 3, settle: 400 });

    expect(received).toHaveLength(3);
  });
});
