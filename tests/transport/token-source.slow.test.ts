import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { buildCase, type ClientOptions, createClient, openTokenSource } from "../../src/transport/index.js";
import { startOrigin } from "../servers/plain-server.js";

it("a token is replaced before its time is over, once for all requests", async () => {
  const tokens: string[] = [];
  const refused: string[] = [];
  const baseUrl = await startOrigin((request, response) => {
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

it("of a server that takes every token back soon, not more are asked for than can be kept out of a report", async () => {
  let given = 0;
  const baseUrl = await startOrigin((_, response) => {
    given += 1;
    response.end(JSON.stringify({ access_token: `token-${given}` }));
  });
  const { signal } = new AbortController();
  const client: ClientOptions = {
    ...{ key: "", userAgent: "test", concurrency: 1, timeout: 1000, patience: 0, sizeLimit: 1000, signal },
    baseUrl,
    random: () => 0,
  };
  const operation = { id: "token", method: "POST", path: "/token" };
  const request = {
    ...buildCase(operation as never, { label: "any", accepts: [] }),
    credential: { kind: "missing" } as const,
  };
  const found = { in: "body", path: ["access_token"] } as const;
  const source = await openTokenSource({ client, request, found, advice: "", secrets: ["word"] }, signal);
  let isReplaced = true;
  while (isReplaced) {
    const use = { operation: "list", token: await source.current(), isAgain: false };
    await source.isReplaced({ ...use, status: 200 });
    isReplaced = await source.isReplaced({ ...use, status: 401 });
  }
  expect(given).toBe(1000);
  expect(source.trouble()).toBe("the server has given 1000 tokens already");
  expect(source.secrets()).toHaveLength(1001);
  expect(source.ended().at(-1)).toBe("token-996");
});
