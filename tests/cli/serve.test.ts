import { describe, expect, it } from "vitest";
import { key } from "../servers/judging.js";
import { pedigree, start } from "./pedigree.js";

const statusOf = async (url: string, bearer: string) =>
  (await fetch(`${url}/pets`, { headers: { authorization: `Bearer ${bearer}` } })).status;

describe("pedigree serve", () => {
  it("prints its address, serves, refuses a port that is taken with 3, and stops on SIGINT with 0", async () => {
    const running = start(["serve", "--port", "0"]);
    const url = await running.said(/http:\/\/127\.0\.0\.1:\d+\/v1/);

    const statuses = [await statusOf(url, key), await statusOf(url, "another")];
    const second = await pedigree(["serve", "--port", new URL(url).port]);
    running.process.kill("SIGINT");
    const ended = await running.ended;

    expect(statuses).toEqual([200, 401]);
    expect(second).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("choose another --port") });
    expect(ended).toMatchObject({ exitCode: 0, stdout: `${url}\n` });
    expect(ended.stderr).not.toContain(key);
  });

  it("makes up a key and prints it where none is given, deviates as it is told, and stops on SIGTERM", async () => {
    const environment = { PEDIGREE_API_KEY: undefined };
    const running = start(["serve", "--port", "0", "--mutant", "any-key-accepted-on-listpets"], {
      environment,
    });
    const url = await running.said(/http:\S+/);
    const said = await running.said(/API key, made up for this time: (\S+)/);

    const statuses = [await statusOf(url, said.split(" ").at(-1) ?? ""), await statusOf(url, "another")];
    running.process.kill("SIGTERM");

    expect(statuses).toEqual([200, 200]);
    expect((await running.ended).exitCode).toBe(0);
  });
});
