import { expect, it } from "vitest";
import { allTested, contract, judge, judgeDeviant, key, startServer } from "../servers/judging.js";
import { encodings } from "../transport/key-encodings.js";

it("a report holds no form of a key that the server sends back in bodies and headers", async () => {
  const report = await judgeDeviant((handlers) => ({
    checkNameIsPresent: () => undefined,
    describeRefusal: () => ({ code: key, message: `unknown key ${Buffer.from(key).toString("base64")}` }),
    finish: async (...args) => {
      const reply = await handlers.finish(...args);
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

it("a key of 4,096 characters that comes back in all forms costs no report, and none of them is in it", async () => {
  const long = Array.from({ length: 4096 }, (_, at) => ((at * 7919 + (at >> 5)) % 36).toString(36)).join("");
  const spelled = Object.values(encodings);
  let nth = 0;
  const server = await startServer(
    (handlers) => ({
      checkNameIsPresent: () => undefined,
      describeRefusal: () => ({ code: "unknown", message: spelled[nth++ % spelled.length]!(long) }),
      finish: async (...args) => {
        const reply = await handlers.finish(...args);
        return { ...reply, headers: { ...reply.headers, "X-Key": long } };
      },
    }),
    { key: long },
  );

  const report = await judge(server.url, { key: long });

  const text = JSON.stringify(report);
  expect(report.conclusion.exitCode).toBe(1);
  expect(text).not.toContain("[not shown]");
  const once = Buffer.from(long).toString("base64");
  const forms = [long, once, Buffer.from(once).toString("base64"), Buffer.from(long).toString("hex")];
  const left = forms.flatMap((form) => [0, 1000, 4000].map((at) => form.slice(at, at + 16)));
  expect(left.filter((part) => text.toLowerCase().includes(part.toLowerCase()))).toEqual([]);
});
