import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { overlap } from "../../src/transport/index.js";
import { connectTo, getCase, postCase, response, startRawServer } from "./raw-server.js";

describe("an exchange", () => {
  it("records when it was written, and when the first byte of its response arrived", async () => {
    let socketOf: Socket | undefined;
    const server = await startRawServer((socket) => {
      socketOf = socket;
      return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    });
    const client = connectTo(server.baseUrl, {});

    const sending = client.send(getCase());
    while (socketOf === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => socketOf?.write("[]"), 30);
    const { sentAt, writtenAt = -1, firstByteAt = -1, duration } = await sending;

    const times = [sentAt, writtenAt, firstByteAt, sentAt + duration];
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(sentAt + duration - firstByteAt).toBeGreaterThan(10);
  });

  it("records neither where no connection was made", async () => {
    const client = connectTo("http://127.0.0.1:1/v1", { patience: 0 });

    const { writtenAt, firstByteAt } = await client.send(getCase());

    expect([writtenAt, firstByteAt]).toEqual([undefined, undefined]);
  });
});

describe("two exchanges", () => {
  it("overlap where both were written before a response began", async () => {
    const waiting: Socket[] = [];
    const server = await startRawServer((socket) => {
      waiting.push(socket);
      if (waiting.length === 2) for (const each of waiting) each.write(response(200, "[]"));
      return undefined;
    });
    const client = connectTo(server.baseUrl, { concurrency: 2 });

    const [one, other] = await Promise.all([client.send(postCase()), client.send(postCase())]);

    expect(overlap(one, other)).toBe(true);
  });

  it("do not overlap where there is one connection for both", async () => {
    const server = await startRawServer(() => response(200, "[]"));
    const client = connectTo(server.baseUrl, { concurrency: 1 });

    const [one, other] = await Promise.all([client.send(postCase()), client.send(postCase())]);

    expect([overlap(one, other), overlap(other, one)]).toEqual([false, false]);
  });
});
