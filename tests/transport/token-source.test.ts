import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { buildCase } from "../../src/generate/index.js";
import { type ClientOptions, createClient, openTokenSource } from "../../src/transport/index.js";

it("a token is replaced before its time is over, once for all requests", async () => {
  const tokens: string[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/token") {
      tokens.push(`token-${tokens.length + 1}`);
      response.end(JSON.stringify({ access_token: tokens.at(-1), expires_in: tokens.length === 1 ? 1 : 0 }));
      return;
    }
    const { authorization = "" } = request.headers;
    const isGood = authorization === `Bearer ${tokens.at(-1)}`;
    if (!isGood) refused.push(authorization);
    response.writeHead(isGood ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const options: ClientOptions = {
    ...{
      baseUrl,
      key: "",
      userAgent: "test",
      concurrency: 4,
      timeout: 1000,
      patience: 0,
      sizeLimit: 1000,
      signal,
    },
    random: () => 0,
  };
  const operation = { id: "list", method: "GET", path: "/notes" };
  const request = buildCase(operation as never, { label: "any", accepts: [] });
  const asking = { ...request, path: "/token", credential: { kind: "missing" } as const };
  const found = { in: "body", path: ["access_token"] } as const;
  const tokenSource = await openTokenSource(
    { client: options, request: asking, found, advice: "try again", secrets: [] },
    signal,
  );
  const client = createClient({ ...options, tokens: tokenSource });
  onTestFinished(client.close);
  const send = async () => (await client.send(request)).outcome;
  expect(await send()).toMatchObject({ status: 200 });
  await sleep(850);
  const outcomes = await Promise.all([send(), send(), send()]);
  expect(outcomes).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
  expect(tokens).toHaveLength(2);
  expect(refused).toEqual([]);
  expect(tokenSource.secrets()).toEqual(tokens);
});
