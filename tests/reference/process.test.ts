import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { launchReferenceProcess } from "../../src/cli/launch-reference-process.js";
import { contract } from "./reference-server-client.js";

const isBuilt = existsSync(fileURLToPath(new URL("../../dist/reference/process.js", import.meta.url)));

const statusOf = async (url: string, key: string) => {
  const { statusCode, body } = await request(`${url}/pets`, { headers: { authorization: `Bearer ${key}` } });
  await body.dump();
  return statusCode;
};

describe.skipIf(!isBuilt)("a reference server in a process of its own (after npm run build)", () => {
  it("serves with the key it was given, and no other", async () => {
    const server = await launchReferenceProcess({ contract, key: "k" });
    expect([await statusOf(server.url, "k"), await statusOf(server.url, "other")]).toEqual([200, 401]);
    await server.stop();
  });

  it("makes up a key when it is given none", async () => {
    const [one, other] = await Promise.all([
      launchReferenceProcess({ contract }),
      launchReferenceProcess({ contract }),
    ]);
    expect(one.key).not.toBe(other.key);
    expect(await statusOf(one.url, one.key)).toBe(200);
    await Promise.all([one.stop(), other.stop()]);
  });

  it("has ended once it is stopped, which may be asked for twice", async () => {
    const server = await launchReferenceProcess({ contract: Promise.resolve(contract) });
    await server.stop();
    await server.stop();
    await expect(statusOf(server.url, server.key)).rejects.toThrow("ECONNREFUSED");
  });

  it("says why it did not start", async () => {
    const first = await launchReferenceProcess({ contract });
    const port = Number(new URL(first.url).port);
    await expect(launchReferenceProcess({ contract, port })).rejects.toThrow(/did not start: .*EADDRINUSE/);
    await first.stop();
  });

  it("does not start without a contract", async () => {
    await expect(
      launchReferenceProcess({ contract: Promise.reject(new Error("no contract")) }),
    ).rejects.toThrow("no contract");
  });
});
