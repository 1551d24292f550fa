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

  it("stays one, once a request was answered alone that was not in company, whatever else is not answered", () => {
    const company = createCompany(8);
    company.blame(8);
    company.prove();
    expect(company.blame(1)).toBe(false);
    expect(company.most()).toBe(1);
    expect(company.blame(8)).toBe(true);
  });

  it("is as many as before for a request that went alone anyway", () => {
    const company = createCompany(8);
    expect(company.blame(1)).toBe(false);
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

describe("a run that was stopped", () => {
  it("sends nothing that was still waiting for its turn, also by Node's own client", async () => {
    const stop = new AbortController();
    const server = await startRawServer((socket, _request, number) => {
      if (number < 2) return Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, "[]")]);
      setTimeout(() => socket.write(answer(200, "[]")), 200);
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 1, signal: stop.signal });
    await client.send(getCase());

    const sending = [client.send(getCase()), client.send(postCase()), client.send(postCase())];
    setTimeout(() => stop.abort(), 50);

    expect((await Promise.all(sending)).map((exchange) => troubleOf(exchange).cause)).toEqual([
      "aborted",
      "aborted",
      "aborted",
    ]);
    expect(server.requests.filter(({ line }) => line.startsWith("POST"))).toEqual([]);
  });
});

describe("Node's own client", () => {
  it("ends no request that is under way when the number of connections changes", async () => {
    const server = await startRawServer((socket, request, number) => {
      if (number < 2) return Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, "[]")]);
      if (request.line.startsWith("POST")) setTimeout(() => socket.write(answer(201, "{}")), 300);
      else if (number < 6) socket.destroy();
      else return answer(200, "[]");
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 4 });
    await client.send(getCase());

    const exchanges = await Promise.all([postCase(), postCase(), getCase()].map((each) => client.send(each)));

    expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([201, 201, 200]);
  });

  it("takes an interim answer for each of many requests that were under way together", async () => {
    const server = await startRawServer(() =>
      Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, "[]")]),
    );
    const client = connectTo(server.baseUrl, { concurrency: 4 });

    const exchanges = await Promise.all([1, 2, 3, 4].map(() => client.send(getCase())));

    expect(exchanges.map((exchange) => answerOf(exchange).status)).toEqual([200, 200, 200, 200]);
  });
});
