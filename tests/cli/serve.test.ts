import { describe, expect, it } from "vitest";
import { key } from "../servers/judging.js";
import { start } from "./pedigree.js";

const statusOf = async (url: string, bearer: string) =>
  (await fetch(`${url}/pets`, { headers: { authorization: `Bearer ${bearer}` } })).status;

describe("pedigree serve", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints its address, serves, and stops on %s with 0",
    async (signal) => {
      const running = start(["serve", "--port", "0"]);
      const url = await running.said(/http:\/\/127\.0\.0\.1:\d+\/v1/);
      const statuses = [await statusOf(url, key), await statusOf(url, "another")];

      running.process.kill(signal);
      const ended = await running.ended;

      expect(statuses).toEqual([200, 401]);
      expect(ended).toMatchObject({ exitCode: 0, stdout: `${url}\n` });
      expect(ended.stderr).not.toContain(key);
      await expect(statusOf(url, key)).rejects.toThrow();
    },
  );

  it("makes up a key and prints it where none is given", async () => {
    const running = start(["serve", "--port", "0"], { environment: { PEDIGREE_API_KEY: undefined } });
    const url = await running.said(/http:\S+/);
    const said = await running.said(/API key, made up for this time: (\S+)/);

    expect(await statusOf(url, said.split(" ").at(-1) ?? "")).toBe(200);
    running.process.kill("SIGINT");
    expect((await running.ended).exitCode).toBe(0);
  });

  it("says that the port is taken, with 3", async () => {
    const first = start(["serve", "--port", "0"]);
    const url = await first.said(/http:\S+/);

    const second = await start(["serve", "--port", new URL(url).port]).ended;

    expect(second).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("choose another --port") });
  });
});
