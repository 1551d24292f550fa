import { expect, it } from "vitest";
import { allTested, contract, judge, judgeDeviant, key, startServer } from "../servers/judging.js";

it("a report holds no form of a key that the server sends back in bodies and headers", async () => {
  const report = await judgeDeviant((conduct) => ({
    checkNameIsPresent: () => undefined,
    describeRefusal: () => ({ code: key, message: `unknown key ${Buffer.from(key).toString("base64")}` }),
    finish: async (...args) => {
      const reply = await conduct.finish(...args);
      return { ...reply, headers: { ...reply.headers, "X-Key": key, [`X-${key}`]: encodeURIComponent(key) } };
    },
  }));

  const text = JSON.stringify(report).toLowerCase();
  expect(report.findings.length).toBeGreaterThan(0);
  expect(text).toContain("[the api key]");
  expect(text).not.toContain(key.toLowerCase());
  expect(text).not.toContain(Buffer.from(key).toString("base64").toLowerCase());
});

it.each(["test", "e", "passed", "status"])(
  "a key that is a common word (%s) hides nothing of the report's own words",
  async (word) => {
    const server = await startServer(undefined, { key: word });
    const usual = await judgeDeviant(() => ({}));

    const report = await judge(server.url, { key: word });

    expect(report.counts).toEqual(usual.counts);
    expect(report.conclusion).toEqual({ status: "conforms", exitCode: 0, sentence: allTested });
    expect(report.requirements.map(({ id, sentence }) => [id, sentence])).toEqual(
      contract.requirements.map(({ id, sentence }) => [id, sentence]),
    );
  },
);
