import { expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { inTurn, wrap } from "../../src/server/operators/index.js";
import { allTested, contract, judge, judgeDeviant, key, startServer } from "../servers/judging.js";
import { encodings } from "../transport/key-encodings.js";

const spelled = Object.values(encodings);

/** Sends the key back in a header, and in all its forms in the errors of bodies that it takes by mistake. */
function telling(secret: string): Operator {
  let nth = 0;
  return inTurn(
    () => ({
      checkNameIsPresent: () => undefined,
      describeRefusal: () => ({ code: secret, message: spelled[nth++ % spelled.length]!(secret) }),
    }),
    wrap("finish", async (finish, ...given) => {
      const reply = await finish(...given);
      return { ...reply, headers: { ...reply.headers, "X-Key": secret, [`X-${secret}`]: "there" } };
    }),
  );
}

it.each([
  ["usual length", key],
  [
    "4,096 characters",
    Array.from({ length: 4096 }, (_, at) => ((at * 7919 + (at >> 5)) % 36).toString(36)).join(""),
  ],
])(
  "a key of %s that comes back in all forms costs no report, and none of them is in it",
  async (_what, secret) => {
    const { baseUrl: url } = await startServer(telling(secret), { key: secret });

    const report = await judge(url, { key: secret });

    const text = JSON.stringify(report).toLowerCase();
    expect(report.conclusion.exitCode).toBe(1);
    expect(text).toContain("[the api key]");
    expect(text).not.toContain("[not shown]");
    const once = Buffer.from(secret).toString("base64");
    const forms = [secret, once, Buffer.from(once).toString("base64"), Buffer.from(secret).toString("hex")];
    const left = forms
      .flatMap((form) => [0, 1000, 4000].map((at) => form.slice(at, at + 16)))
      .filter(Boolean);
    expect(left.filter((part) => text.includes(part.toLowerCase()))).toEqual([]);
  },
);

it.each(["test", "e", "passed", "status"])(
  "a key that is a common word (%s) hides nothing of the report's own words",
  async (word) => {
    const report = await judgeDeviant(undefined, { key: word }, { key: word });

    expect(report.conclusion).toEqual({ status: "conforms", exitCode: 0, sentence: allTested });
    expect(report.requirements.map(({ id, sentence }) => [id, sentence])).toEqual(
      contract.requirements.map(({ id, sentence }) => [id, sentence]),
    );
  },
);
