import { createServer } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { startTarget } from "../../src/vitest/started.js";

const options = { path: "/v1", patience: 10_000 };

describe("a server that start returns", () => {
  it("is a server of Node, which the run closes", async () => {
    const server = createServer();
    const { baseUrl, close } = await startTarget(() => server.listen(0), options);

    expect(baseUrl).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+\/v1$/);
    await close();
    expect(server.listening).toBe(false);
  });

  it.each(["url", "baseUrl"])("is an object with %s and close", async (name) => {
    const end = vi.fn();
    const given = { [name]: "http://127.0.0.1:9/v2", close: end } as unknown as { readonly url: string };
    const { baseUrl, close } = await startTarget(async () => given, options);
    await close();

    expect(baseUrl).toBe("http://127.0.0.1:9/v2");
    expect(end).toHaveBeenCalledOnce();
  });

  it.each([
    ["nothing", () => undefined, 10_000, /start returned no server/],
    [
      "a server on a pipe",
      () => createServer().listen(`\0pedigree-${process.pid}`),
      10_000,
      /listens on no port/,
    ],
    [
      "a promise that stays open",
      () => new Promise(() => undefined),
      20,
      /start took longer than 0\.02 seconds/,
    ],
  ])("cannot be %s", async (_what, start, patience, sentence) => {
    const started = startTarget(start as unknown as () => string, { ...options, patience });

    await expect(started).rejects.toThrow(sentence);
  });
});
