import { request } from "undici";
import { expect, it, onTestFinished, vi } from "vitest";
import { launchReferenceProcess } from "../../src/settings/target.js";
import { contract } from "../servers/judging.js";

const statusOf = async (url: string, key: string) => {
  const { statusCode, body } = await request(`${url}/pets`, { headers: { authorization: `Bearer ${key}` } });
  await body.dump();
  return statusCode;
};

// They run what `npm run build` has made.
it("a reference server in a process of its own serves with its key and no other until it is stopped", async () => {
  const server = await launchReferenceProcess(Promise.resolve(contract));

  expect(server.key.length).toBeGreaterThan(20);
  expect([await statusOf(server.baseUrl, server.key), await statusOf(server.baseUrl, "k")]).toEqual([
    200, 401,
  ]);
  await server.stop();
  await server.stop();
  await expect(statusOf(server.baseUrl, server.key)).rejects.toThrow("ECONNREFUSED");
});

it("a reference server in a process of its own says why it does not start", async () => {
  vi.stubEnv("NODE_OPTIONS", "--no-such-option");
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(launchReferenceProcess(contract)).rejects.toThrow(
    /^The reference server did not start: its process ended with exit code 9$/,
  );
});

it("a reference server in a process of its own does not start without a contract", async () => {
  const contract = Promise.reject(new Error("no contract"));

  await expect(launchReferenceProcess(contract)).rejects.toThrow("no contract");
});
