import { request } from "undici";
import { expect, it } from "vitest";
import { launchReferenceProcess } from "../../src/cli/launch-reference-process.js";
import { contract } from "../servers/judging.js";

const statusOf = async (url: string, key: string) => {
  const { statusCode, body } = await request(`${url}/pets`, { headers: { authorization: `Bearer ${key}` } });
  await body.dump();
  return statusCode;
};

// They run what `npm run build` has made.
it("a reference server in a process of its own serves with its key and no other until it is stopped", async () => {
  const [server, named] = await Promise.all([
    launchReferenceProcess({ contract: Promise.resolve(contract) }),
    launchReferenceProcess({ contract, key: "k" }),
  ]);

  expect(server.key.length).toBeGreaterThan(20);
  expect([await statusOf(server.url, server.key), await statusOf(server.url, "k")]).toEqual([200, 401]);
  expect(await statusOf(named.url, "k")).toBe(200);
  const port = Number(new URL(named.url).port);
  await expect(launchReferenceProcess({ contract, port })).rejects.toThrow(/did not start: .*EADDRINUSE/);
  await named.stop();
  await server.stop();
  await server.stop();
  await expect(statusOf(server.url, server.key)).rejects.toThrow("ECONNREFUSED");
});

it("a reference server in a process of its own does not start without a contract", async () => {
  const contract = Promise.reject(new Error("no contract"));

  await expect(launchReferenceProcess({ contract })).rejects.toThrow("no contract");
});
