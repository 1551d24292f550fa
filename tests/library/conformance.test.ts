import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/description/index.js";
import { loadRunOptions, runConformance } from "../../src/library/index.js";
import { contract } from "../servers/judging.js";
import { writeConfiguration } from "../settings/configured.js";

describe("the library", () => {
  it.each([
    ["a missing key", { baseUrl: "http://127.0.0.1:9/v1", key: "" }, /there is no API key/],
    ["a key that no header carries", { baseUrl: "http://127.0.0.1:9/v1", key: "a b" }, /cannot carry/],
    ["an address without a scheme", { baseUrl: "localhost/v1", key: "some-key" }, /is no address/],
  ])("throws a ConfigurationError for %s", async (_what, options, reason) => {
    const run = runConformance({ contract, ...options });

    await expect(run).rejects.toThrow(ConfigurationError);
    await expect(run).rejects.toThrow(reason);
  });

  it("names every mistake of the waivers", async () => {
    const waiver = { requirement: "LIST-4", reason: "known", owner: "us", expires: "soon" };
    const waivers = [waiver, { ...waiver, requirement: "LIST-99", expires: "2099-01-01" }];
    const run = runConformance({ contract, target: "http://127.0.0.1:9/v1", key: "some-key", waivers });

    await expect(run).rejects.toThrow(/waivers › 1 › requirement: .*LIST-99.*\n.*LIST-4 expires on "soon"/);
  });

  it("loads what a configuration says of a target", async () => {
    const text = "targets:\n  a: { url: https://a.example/v1/, rate: 5, key: { value: key-of-a-1 } }\n";
    const { path } = writeConfiguration(text);

    const options = await loadRunOptions({ config: path, target: "a" });

    expect(options).toMatchObject({ baseUrl: "https://a.example/v1", key: "key-of-a-1", rate: 5 });
  });

  it("refuses to make options without a target", async () => {
    const { path } = writeConfiguration("strict: true\n");

    await expect(loadRunOptions({ config: path })).rejects.toThrow(/no target is named/);
  });
});
