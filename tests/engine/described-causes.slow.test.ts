import { expect, it } from "vitest";
import { start } from "../../examples/express/server.js";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import type { FindingReport } from "../../src/engine/index.js";
import { describeFinding } from "../../src/report/index.js";
import { all, changeStatus, clampQuery, type Item, swapStatus } from "../contracts/deviations.js";
import { type Front, type Start, startBehind } from "../contracts/front.js";
import { judgeInProcess } from "../servers/clock.js";

const key = "desk-key-123";
const path = new URL("../../examples/express/openapi.yaml", import.meta.url).pathname;
const contract = deriveContract(loadDescription(path).description);

/** Every error has members of another type. */
const otherErrors: Front = {
  response: (passing) => {
    if (passing.status >= 400) passing.body = JSON.stringify({ error: { code: "x", message: 3 } });
  },
};

type Keep = (before: Item, after: Item) => Item;

/** Changes by these methods leave an item so, wherever it is shown. */
function leaves(keeps: Readonly<Record<string, Keep>>): Front {
  const items = new Map<string, Item>();
  return {
    response: (passing) => {
      const { method, status, body } = passing;
      if (status > 299 || body === "") return;
      const [at = ""] = passing.path.split("?");
      const json = JSON.parse(body) as Item;
      const { items: rows } = json;
      if (method === "POST") items.set(`${at}/${json["id"]}`, json);
      if (method === "PUT" || method === "PATCH")
        items.set(at, keeps[method]?.(items.get(at) ?? json, json) ?? json);
      const shown = Array.isArray(rows)
        ? { ...json, items: (rows as readonly Item[]).map((row) => items.get(`${at}/${row["id"]}`) ?? row) }
        : (items.get(at) ?? json);
      passing.body = JSON.stringify(shown);
    },
  };
}
const nothing: Keep = (before) => before;

/** The findings of a server behind such a front. */
async function findingsBehind(front: Front): Promise<readonly FindingReport[]> {
  const baseUrl = await startBehind(start as Start, key, front);
  const { findings } = await judgeInProcess(openApi, { contract, baseUrl, key });
  return findings;
}

it.each<[fault: string, front: Front, broken: readonly string[]]>([
  ["500 for 400 everywhere", swapStatus(400, 500), ["no server error"]],
  [
    "201 is 200 everywhere",
    all(changeStatus("POST /projects", 200), changeStatus("POST /projects/*/tickets", 200)),
    ["responses"],
  ],
  ["a PUT that does nothing", leaves({ PUT: nothing }), ["replaced", "left out"]],
  ["a PATCH that does nothing", leaves({ PATCH: nothing }), ["changed"]],
  [
    "a PATCH that drops a member",
    leaves({ PATCH: ({ subject }, after) => ({ ...after, subject }) }),
    ["changed"],
  ],
  ["a limit that is ignored", clampQuery(/limit=\d+/, "limit=100"), ["page size"]],
  ["errors of another type", otherErrors, ["responses"]],
])("one fault of a described server is one finding: %s", async (_fault, front, broken) => {
  const findings = await findingsBehind(front);

  const names = findings.map(({ requirements }) => [
    ...new Set(requirements.map((id) => id.replace(/^\w+: /, ""))),
  ]);
  expect(names).toEqual([broken]);
});

it.each<[faults: string, front: Front, causes: readonly string[]]>([
  [
    "500 for 400, and a PUT that does nothing",
    all(swapStatus(400, 500), leaves({ PUT: nothing })),
    ["no server error", "replaced"],
  ],
  [
    "a PUT and a PATCH that drop a member each",
    leaves({
      PUT: ({ subject }, after) => ({ ...after, subject }),
      PATCH: ({ hours }, after) => ({ ...after, hours }),
    }),
    ["replaced", "changed"],
  ],
])("two faults of a described server are two findings: %s", async (_faults, front, causes) => {
  const findings = await findingsBehind(front);

  expect(findings.map(({ requirement }) => requirement.replace(/^\w+: /, ""))).toEqual(causes);
});

it("a finding lists all operations and problems of its cause", async () => {
  const [finding] = await findingsBehind(swapStatus(400, 500));

  expect(finding?.operations).toEqual(
    expect.arrayContaining(["createProject", "createTicket", "replaceTicket", "changeTicket"]),
  );
  expect(finding?.problems).toContainEqual({
    requirement: "createTicket: no server error",
    problem: "status 500 where /hours is 201",
  });
  const requirement = { id: "any", level: "must", sentence: "Any." } as never;
  expect(describeFinding(finding as FindingReport, requirement)).toMatch(
    /further +status 500 where .*; and \d+ more/,
  );
});
