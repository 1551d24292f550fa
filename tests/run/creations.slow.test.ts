import { describe, expect, it } from "vitest";
import type { IncomingRequest, Operator } from "../../src/reference/index.js";
import type { CreationEntry } from "../../src/run/index.js";
import { idsWith, judge, judgeDeviant, startServer } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

type Sending = Extract<CreationEntry, { event: "sending" }>;
type Created = Extract<CreationEntry, { event: "created" }>;

const sendingsOf = (journal: readonly CreationEntry[]): readonly Sending[] =>
  journal.filter((entry): entry is Sending => entry.event === "sending");
const createdOf = (journal: readonly CreationEntry[]): readonly Created[] =>
  journal.filter((entry): entry is Created => entry.event === "created");
const traceOf = ({ headers }: IncomingRequest): string => `${headers["traceparent"]}`.split("-")[1] ?? "";

/** A journal, and a server that looks into it whenever a POST arrives. */
function createJournal(deviate: Operator = () => ({})) {
  const journal: CreationEntry[] = [];
  const posts: { trace: string; body: string; wasTold: boolean }[] = [];
  const looking: Operator = (handlers) => {
    const deviant = { ...handlers, ...deviate(handlers) };
    return {
      ...deviant,
      answerEarly: (request, store) => {
        if (request.method === "POST") {
          const trace = traceOf(request);
          const wasTold = journal.some((entry) => entry.event === "sending" && entry.trace === trace);
          const body = request.body.kind === "bytes" ? Buffer.from(request.body.bytes).toString("utf8") : "";
          posts.push({ trace, body, wasTold });
        }
        return deviant.answerEarly(request, store);
      },
    };
  };
  return { journal, posts, looking, onCreation: (entry: CreationEntry) => void journal.push(entry) };
}

describe("the journal of a run that adds animals", () => {
  it("is told of each POST before it arrives, with what it holds and where it goes", async () => {
    const { journal, posts, looking, onCreation } = createJournal();
    const { url } = await startServer(looking);

    const report = await judge(url, { onCreation });

    const sendings = sendingsOf(journal);
    expect(report.conclusion.exitCode).toBe(0);
    expect(posts.length).toBeGreaterThan(100);
    expect(posts.filter(({ wasTold }) => !wasTold)).toEqual([]);
    expect(sendings.map(({ trace, body }) => `${trace} ${body}`).sort()).toEqual(
      posts.map(({ trace, body }) => `${trace} ${body}`).sort(),
    );
    expect(new Set(sendings.map(({ target }) => target))).toEqual(new Set([url]));
    expect(new Set(journal.map(({ run }) => run))).toEqual(new Set([report.run.id]));
  });

  it("is told the id of each animal that was added, under the trace of its request", async () => {
    const stored = new Map<string, string>();
    const { journal, looking, onCreation } = createJournal((handlers) => ({
      finish: async (reply, request, outcome) => {
        if (outcome.kind === "created") stored.set(`${outcome.pet.id}`, traceOf(request));
        return handlers.finish(reply, request, outcome);
      },
    }));

    const report = await judgeDeviant(looking, { onCreation });

    const created = createdOf(journal);
    expect(created).toHaveLength(report.run.created);
    expect(new Map(created.map(({ id, trace }) => [id, trace]))).toEqual(stored);
    const wereSent = created.map(({ trace }) => sendingsOf(journal).some((each) => each.trace === trace));
    expect(new Set(wereSent)).toEqual(new Set([true]));
  });

  it("is told of an animal that should have been refused, too", async () => {
    const { journal, looking, onCreation } = createJournal(() => ({ checkNameIsString: () => undefined }));

    const report = await judgeDeviant(looking, { onCreation });

    expect(report.conclusion.exitCode).toBe(1);
    expect(createdOf(journal)).toHaveLength(report.run.created);
  });

  it("is told of a request each time that it is sent", async () => {
    let received = 0;
    const { journal, posts, looking, onCreation } = createJournal(() => ({
      answerEarly: () =>
        ++received % 10 === 0 ? { kind: "refused", status: 429, reason: "slower" } : undefined,
    }));

    await judgeDeviant(looking, { onCreation });

    const traces = posts.map(({ trace }) => trace);
    expect(traces.length).toBeGreaterThan(new Set(traces).size);
    const told = sendingsOf(journal).map(({ trace }) => trace);
    expect(told.sort()).toEqual(traces.sort());
  });

  it.each([true, false])("is told nothing of a run that may not write (animals there: %s)", async (full) => {
    const journal: CreationEntry[] = [];
    const pets = [{ id: 1n, name: "Rex", categoryId: 1n, status: "sold" }];

    const report = await judgeDeviant(() => ({ seed: () => (full ? pets : []) }), {
      readOnly: true,
      onCreation: (entry) => void journal.push(entry),
    });

    expect(report.run.requests).toBeGreaterThan(50);
    expect(journal).toEqual([]);
  });
});

describe("a journal that cannot be written", () => {
  const full = (): never => {
    throw new Error("ENOSPC: no space left on device");
  };

  it("keeps each POST from going out, and fails nothing", async () => {
    const received: Received[] = [];

    const report = await judgeDeviant(recordInto(received), { onCreation: full });

    expect(received.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(idsWith(report, "failed")).toEqual([]);
    expect(report.conclusion.exitCode).toBe(3);
    expect(JSON.stringify(report.requirements)).toContain("ENOSPC");
  });

  it("any more in the middle of a run lets no further animal be added", async () => {
    let written = 0;
    const received: Received[] = [];
    const onCreation = (entry: CreationEntry): void => {
      if (entry.event === "sending" && ++written > 40) full();
    };

    const report = await judgeDeviant(recordInto(received), { onCreation });

    expect(received.filter(({ method }) => method === "POST")).toHaveLength(40);
    expect(idsWith(report, "failed")).toEqual([]);
    expect(report.conclusion.exitCode).toBe(3);
  });

  it("after the answer does not end the run in an error", async () => {
    const onCreation = (entry: CreationEntry): void => {
      if (entry.event === "created") full();
    };

    const report = await judgeDeviant(() => ({}), { onCreation });

    expect(idsWith(report, "failed")).toEqual([]);
  });
});
