import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, parseJson } from "../../src/json/index.js";
import type { Handlers, IncomingRequest, Operator, Pet, Reply } from "../../src/reference/index.js";
import type { CreationEntry, RunOptions } from "../../src/run/index.js";
import { judge, startServer } from "../servers/judging.js";

/** How a server answers after it has stored an animal. */
interface Manner {
  readonly name: string;
  readonly status: number;
  readonly change?: (reply: Reply) => Partial<Reply> | Promise<Partial<Reply>>;
  readonly options?: Partial<RunOptions>;
}

const wait = (seconds: string) => (reply: Reply) => ({
  headers: { ...reply.headers, "Retry-After": seconds },
});
const statuses = [200, 201, 400, 401, 409, 429, 500, 503];
const manners: readonly Manner[] = [
  ...statuses.map((status) => ({ name: `answers ${status}`, status, options: { patience: 300 } })),
  ...[429, 503].map((status) => ({
    name: `answers ${status} with Retry-After: 0`,
    status,
    change: wait("0"),
  })),
  { name: "closes the connection", status: 500, change: () => ({ transmission: { kind: "dropped" } }) },
  {
    name: "answers too late",
    status: 201,
    change: () => delay(400, {}),
    options: { timeout: 150 },
  },
];
const bounds = [0, 1, 7, 50] as const;

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
  const table = manners.flatMap((manner) => bounds.map((maxCreated) => ({ ...manner, maxCreated })));

  it.each(table)("and $name stores no more than $maxCreated of a run", async (manner) => {
    const received: string[] = [];
    const journal: CreationEntry[] = [];
    const { url } = await startServer(storing(manner, received));

    const report = await judge(url, {
      ...manner.options,
      maxCreated: manner.maxCreated,
      onCreation: (entry) => void journal.push(entry),
    });

    expect(received.length).toBeLessThanOrEqual(manner.maxCreated);
    const sent = journal.filter(({ event }) => event === "sending").map(({ trace }) => trace);
    expect(received.filter((trace) => !sent.includes(trace))).toEqual([]);
    expect(sent).toHaveLength(received.length);
    expect(report.run.created).toBe(received.length);
    const created = journal.flatMap((entry) => (entry.event === "created" ? [entry.id] : []));
    expect(created).toHaveLength(manner.status < 300 && manner.change === undefined ? received.length : 0);
  });

  const crowds = [400, 401, 409, 429].flatMap((status) => [1, 7, 30].map((most) => ({ status, most })));

  it.each(crowds)(
    "and answers $status stores no more than $most where the whole list is full",
    async (row) => {
      const received: string[] = [];
      const before = Array.from({ length: 150 }, (_, index) => ({
        id: BigInt(index + 1),
        name: `Earlier ${index}`,
        categoryId: 1n,
        status: ["available", "pending", "sold"][index % 3] ?? "sold",
      }));
      const manner = { name: "", status: row.status, change: wait("0") };
      const { url } = await startServer(storing(manner, received, before));

      const report = await judge(url, { maxCreated: row.most });

      expect(received.length).toBeLessThanOrEqual(row.most);
      expect(report.run.created).toBe(received.length);
    },
  );

  it("and settles late stores no more than may be added, if it is given the time", async () => {
    const received: string[] = [];
    const slow: Operator = (handlers) => {
      const { answerEarly } = storing({ name: "", status: 400 }, received)(handlers);
      return {
        answerEarly: (request, store) =>
          answerEarly?.(request, {
            ...store,
            put: (pet) => void delay(200).then(() => store.put(pet)),
          }),
      };
    };
    const { url } = await startServer(slow);

    await judge(url, { maxCreated: 3, settle: 400 });

    expect(received).toHaveLength(3);
  });
});
