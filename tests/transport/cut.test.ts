import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { renderCurl } from "../../src/transport/index.js";
import { connectTo, getCase, postCase } from "./raw-server.js";

it("a request that is cut announces its whole body, sends half of it, and closes; the next one is served", async () => {
  const arrived: object[] = [];
  const server = createServer((request, response) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on("close", () =>
      arrived.push({
        method: request.method,
        announced: request.headers["content-length"],
        size,
        isWhole: request.complete,
      }),
    );
    request.on("error", () => undefined);
    request.on("end", () => response.end("[]"));
    if (request.method === "GET") request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connectTo(baseUrl);
  onTestFinished(() => client.close());
  const request = { ...postCase(), body: { kind: "text", text: '{"name":"Rex"}' }, isCut: true } as const;

  const [cut, next] = [await client.send(request), await client.send(getCase())];

  expect(cut).toMatchObject({ outcome: { kind: "transport-error", cause: "closed" }, retries: 0 });
  expect(next).toMatchObject({ outcome: { status: 200 }, alone: false });
  expect(arrived[0]).toEqual({ method: "POST", announced: "14", size: 7, isWhole: false });
  expect(renderCurl(baseUrl, request)).toMatch(
    /^printf .*\| curl .* -H 'Content-Length: 14' --max-time 1 --data-binary @- '/,
  );
});
