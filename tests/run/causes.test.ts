import { expect, it } from "vitest";
import { changeErrors, changeStatus, inTurn, ofError } from "../../src/reference/operators/index.js";
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
      "AUTH-1 AUTH-2 AUTH-3 AUTH-4",
      "ERR-2 ERR-3 ERR-4",
      "LIST-3 LIST-9",
      "CREATE-6",
    ]),
  );
});
