import { expect, it } from "vitest";
import { changeErrors, changeStatus, inTurn, ofError } from "../../src/server/operators/index.js";
import { adds, describePaths, idInPath, json, judgeDescribed, lists, reads } from "../contracts/described.js";
import { startJsonServer } from "../servers/json-server.js";
import { deviationOf, judgeDeviant } from "../servers/judging.js";

it("one cause is told once, with all requirements that it breaks", async () => {
  const broken = inTurn(
    deviationOf("no-authentication-on-getpet", "limit-off-by-one"),
    changeStatus("created", 200),
    changeStatus("checkNameIsPresent", 422),
    changeErrors(ofError, () => ({ code: undefined, message: undefined, status: undefined })),
  );

  const { findings } = await judgeDeviant(broken);

  const causes = findings.filter(({ verdict }) => verdict === "failed");
  expect(causes.map(({ requirements }) => requirements.join(" "))).toEqual(
    expect.arrayContaining([
      "CREATE-1 CREATE-4 CREATE-5 GEN-2",
      "AUTH-1 AUTH-2 AUTH-3 AUTH-4 AUTH-5",
      "ERR-2 ERR-3 ERR-4",
      "LIST-3 LIST-9 LIST-4 LIM-1",
      "CREATE-6",
    ]),
  );
});

it("what is wrong with every error in the same way is told once", async () => {
  const [id, name] = [{ type: "integer" }, { type: "string" }];
  const jar = { type: "object", required: ["id"], properties: { id, name } };
  const error = { type: "object", required: ["code"], properties: { code: { type: "string" } } };
  const refusals = Object.fromEntries(
    [400, 404].map((status) => [status, { description: "No", ...json(error) }]),
  );
  const body = { type: "object", required: ["name"], properties: { name } };
  const baseUrl = await startJsonServer(({ method, parts: [, at], sent }) => {
    if (method === "POST")
      return typeof sent["name"] === "string" ? [201, { id: 1, ...sent }] : [400, { code: 400 }];
    return at === undefined || at === "1"
      ? [200, at === undefined ? [{ id: 1 }] : { id: 1 }]
      : [404, { code: 404 }];
  });
  const paths = {
    "/jars": { get: lists("listJars", jar), post: adds("addJar", body, jar, refusals) },
    "/jars/{id}": { parameters: [idInPath()], get: reads("getJar", jar, refusals) },
  };

  const { findings } = await judgeDescribed(describePaths(paths), baseUrl);

  const ofErrors = findings.filter(({ requirements }) =>
    requirements.some((each) => each.endsWith("responses")),
  );
  expect(ofErrors.map(({ requirements }) => [...requirements].toSorted())).toEqual([
    ["addJar: responses", "getJar: responses"],
  ]);
});
