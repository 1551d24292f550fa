import { describe, expect, it } from "vitest";
import { createCompany } from "../../src/http/company.js";
import { answer, answerOf, connectTo, getCase, postCase, startRawServer, troubleOf } from "./raw-server.js";

describe("how many requests may be under way together", () => {
  it("is as many as were wished for, as long as nothing speaks against it", () => {
    expect(createCompany(8).most()).toBe(8);
  });

  it("is one after a request in company was not answered, and that is worth another try", () => {
    const company = createCompany(8);
    expect(company.blame(8)).toBe(true);
    expect(company.most()).toBe(1);
  });

  it("stays one for those that were under way with it", () => {
    const company = createCompany(8);
    company.blame(8);
    expect(company.blame(8)).toBe(true);
    expect(company.most()).toBe(1);
  });

  it("is as many as before, for good, after one that went alone was not answered either", () => {
    const company = createCompany(8);
    company.blame(8);
    expect(company.blame(1)).toBe(false);
    expect(company.most()).toBe(8);
    expect(company.blame(8)).toBe(false);
    expect(company.most()).toBe(8);
  });

  it("is never to blame where there was no company from the start", () => {
    expect(createCompany(1).blame(1)).toBe(false);
  });
});

describe("a server that serves its first connection only, and", () => {
  it.each<readonly [string, (socket: { end: () => unknown }) => unknown]>([
    ["lets all others wait", () => undefined],
    ["closes all others", (socket) => socket.end()],
  ])("%s, is asked by one at a time", async (_what, turnAway) => {
    const open = new Set<unknown>();
    const server = await startRawServer((socket) => {
      if (open.size === 0) socket.once("close", () => open.delete(socket));
      if (open.size === 0) open.add(socket);
      if (open.has(socket)) return answer(200, "[]");
      turnAway(socket);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 4 });
    await client.send(getCase());

    const exchanges = await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));

    expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200, 200]);
    const sent = client.sent();
    await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));
    expect(client.sent()).toBe(sent + 4);
  });

  it("may have heard a creation all the same, which is not sent again", async () => {
    const open = new Set<unknown>();
    const server = await startRawServer((socket) => {
      open.add(socket);
      return [...open][0] === socket ? answer(200, "[]") : undefined;
    });
    const client = connectTo(server.baseUrl, { timeout: 300, concurrency: 2 });
    await client.send(getCase());

    const exchanges = await Promise.all([client.send(postCase()), client.send(postCase())]);

    expect(exchanges.map(({ outcome }) => outcome.kind).toSorted()).toEqual(["answer", "no-answer"]);
    expect(
      troubleOf(exchanges.find(({ outcome }) => outcome.kind === "no-answer") ?? exchanges[0]).cause,
    ).toBe("timeout");
    expect(server.requests).toHaveLength(3);
  });
});
