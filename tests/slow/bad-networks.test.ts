import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { always, changeHeaders } from "../../src/server/operators/index.js";
import { type BadNetwork, type Fate, gatewayAnswer, startBadNetwork } from "../servers/bad-network.js";
import { idsWith, judgeInRealTime, outcomeOf, startServer } from "../servers/judging.js";

type Troubles = Parameters<typeof startBadNetwork>[1];

const every =
  (nth: number, fate: Fate, from = 0) =>
  (number: number): Fate =>
    (number + from) % nth === 0 ? fate : "through";
/** What becomes of one in so many requests: broken before the server has them, or unanswered after that. */
const each = (...args: Parameters<typeof every>): Troubles => ({ onRequest: every(...args) });
const opening = (from: number): Troubles => ({ onConnection: every(20, "broken", from) });
const tooMany = (...headers: readonly string[]): Buffer => gatewayAnswer(429, "slower, please", headers);
const badGateway = gatewayAnswer(502, "<html><h1>502 Bad Gateway</h1></html>", ["Content-Type: text/html"]);
const few = ["LIST-1", "LIST-2", "LIST-3", "CREATE-1"];

describe("a network fails nothing", () => {
  it.each<readonly [string, Troubles, object]>([
    ["that breaks one in twenty connections as they are opened (first after 0)", opening(0), {}],
    ["that breaks one in twenty connections as they are opened (first after 7)", opening(7), {}],
    ["that breaks one in twenty connections as they are opened (first after 13)", opening(13), {}],
    ["that breaks one in twenty requests (first after 0)", each(20, "broken"), {}],
    ["that breaks one in twenty requests (first after 13)", each(20, "broken", 13), {}],
    ["that leaves one in twenty requests unanswered (first after 0)", each(20, "unanswered"), {}],
    ["that leaves one in twenty requests unanswered (first after 13)", each(20, "unanswered", 13), {}],
    ["that is slow by 200 ms", { latency: 200 }, { concurrency: 32, randomCases: 0 }],
    [
      "whose gateway limits the rate once in ten requests, and says when to come back",
      each(10, tooMany("Retry-After: 1")),
      { only: few },
    ],
  ])(
    "%s, and the run conforms",
    async (_what, troubles, options) => {
      const isAboutConnections = troubles.onConnection !== undefined;
      const deviate = isAboutConnections ? changeHeaders(always, { Connection: "close" }) : undefined;
      const network = await startBadNetwork((await startServer(deviate)).baseUrl, troubles);

      const report = await judgeInRealTime(network.url, options);

      const troubled = isAboutConnections ? network.connections() : network.requests();
      expect(troubled).toBeGreaterThan(50);
      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    },
    120_000,
  );

  // So often that each go at a check of many requests meets a break, though each time at another request.
  it.each<readonly [string, Troubles]>([
    ["that breaks one in eight requests (first after 1)", each(8, "broken", 1)],
    ["that breaks one in eight requests (first after 2)", each(8, "broken", 2)],
    ["that leaves one in eight requests unanswered", each(8, "unanswered", 1)],
    ["whose gateway cannot reach the server once in fifteen requests (first after 0)", each(15, badGateway)],
    [
      "whose gateway cannot reach the server once in fifteen requests (first after 11)",
      each(15, badGateway, 11),
    ],
  ])("%s, though the run may not come to an end", async (_what, troubles) => {
    const network = await startBadNetwork((await startServer()).baseUrl, troubles);

    const report = await judgeInRealTime(network.url);

    expect(idsWith(report, "failed")).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
  });

  it.each([40, 300])("that is away for half a second, after %i requests", async (moment) => {
    const network = await startBadNetwork((await startServer()).baseUrl, {
      onRequest: (number) => {
        if (number === moment) {
          network.kill();
          void sleep(500).then(network.revive);
        }
        return "through";
      },
    });

    const report = await judgeInRealTime(network.url);

    expect(network.requests()).toBeGreaterThan(moment + 100);
    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });
});

describe("a network ends the run in time, with what was learnt until then, where after 300 requests", () => {
  it.each<readonly [string, string, (network: BadNetwork) => Fate]>([
    [
      "nothing comes through for good",
      "stopped answering",
      (network) => {
        network.kill();
        return "through";
      },
    ],
    ["its gateway asks to come back in a second, for ever", "429", () => tooMany("Retry-After: 1")],
    ["its gateway asks for patience, for ever", "429", () => tooMany()],
  ])("%s", async (_what, sentence, fate) => {
    const network: BadNetwork = await startBadNetwork((await startServer()).baseUrl, {
      onRequest: (number) => (number < 300 ? "through" : fate(network)),
    });

    const report = await judgeInRealTime(network.url, { patience: 2000 });

    expect(report.conclusion).toMatchObject({ exitCode: 3, sentence: expect.stringContaining(sentence) });
    expect(idsWith(report, "failed")).toEqual([]);
    expect(idsWith(report, "passed").length).toBeGreaterThan(5);
    expect(report.statistics.responses).not.toEqual({});
  });
});

it("a server that serves one connection until it closes is asked by one, and conforms", async () => {
  const { baseUrl } = await startServer();
  const waiting: Socket[] = [];
  let isServing = false;
  const serveNext = (): void => {
    const next = waiting.shift();
    isServing = next !== undefined;
    if (next === undefined) return;
    const behind = connect(Number(new URL(baseUrl).port), "127.0.0.1");
    next.pipe(behind).pipe(next);
    next.once("close", () => {
      behind.destroy();
      serveNext();
    });
    for (const each of [next, behind]) each.on("error", () => each.destroy());
  };
  const front = createServer((socket) => {
    waiting.push(socket);
    if (!isServing) serveNext();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void front.close());
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;

  const report = await judgeInRealTime(`http://127.0.0.1:${port}/v1`);

  expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
});
