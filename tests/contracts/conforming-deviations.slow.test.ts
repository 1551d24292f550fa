import { describe, expect, it } from "vitest";
import type { Operator, Pet } from "../../src/server/index.js";
import { changeReply, inTurn } from "../../src/server/operators/index.js";
import { allTested, deviationOf, idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

describe("a conforming server that a careless suite fails is not failed", () => {
  // One deviation of each kind at a time: alone, and in drawn combinations, `pedigree calibrate` tries all of them.
  it.each([
    "20-animals-before shuffled names-unique omitted-status-absent odd-limits-clamped",
    "newest-first ids-around-53-bits names-trimmed omitted-status-pending odd-ids-unprocessable",
    "by-name ids-negative neighbours-who-add odd-names-unprocessable unknown-members-refused compressed",
  ])("%s", async (names) => {
    const report = await judgeDeviant(deviationOf(...names.split(" ")));

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(idsWith(report, "inconclusive")).toEqual([]);
  });

  it("newest-first neighbours-who-sell-and-delete-anything, with the id of what is gone in the Error", async () => {
    const naming = changeReply("no-such-animal", (_reply, { path }) => ({
      body: Buffer.from(`{"code":"gone","message":"gone","status":404,"id":${path.split("/").at(-1)}}`),
    }));
    const deleting = deviationOf("newest-first", "neighbours-who-sell-and-delete-anything");

    const report = await judgeDeviant(inTurn(deleting, naming));

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("to which another run with the same seed adds animals of the same names, before this run does and after", async () => {
    const names: Pet[] = [];
    const noting: Operator = (handlers) => ({
      storePet: (pet, store) => {
        names.push(pet);
        return handlers.storePet(pet, store);
      },
    });
    const otherRun: Operator = (handlers) => {
      let count = 0;
      return {
        async storePet(pet, store) {
          await handlers.storePet(pet, store);
          count += 1;
          if (count === 10 || count === 40) await handlers.storePet({ ...pet, id: BigInt(count) }, store);
          // Lists show it before this run sends it.
          const ahead = count === 4 && names[100];
          if (ahead) await handlers.storePet({ ...ahead, id: 78n }, store);
        },
      };
    };
    await judgeDeviant(noting, { concurrency: 1 });

    const report = await judgeDeviant(otherRun, { concurrency: 1 });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("to which another run with the same seed adds an animal of the same name", async () => {
    const otherRun: Operator = (handlers) => {
      let isNext = false;
      return {
        decodeBody(bytes, creation) {
          // One whose body cannot be sent again under another name.
          isNext = bytes[0] === 0xef;
          return handlers.decodeBody(bytes, creation);
        },
        async storePet(pet, store) {
          await handlers.storePet(pet, store);
          if (isNext) await handlers.storePet({ ...pet, id: 77n }, store);
        },
      };
    };

    const report = await judgeDeviant(inTurn(deviationOf("byte-order-mark-accepted"), otherRun), {
      concurrency: 1,
    });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("for what the standards only advise: it is warned", async () => {
    const silent = [
      "errors-labelled-as-problems",
      "no-challenge",
      "no-deprecation-header",
      "no-sunset-header",
    ];

    const report = await judgeDeviant(deviationOf(...silent));

    expect(report.conclusion).toMatchObject({ exitCode: 0, sentence: allTested });
    expect(idsWith(report, "warned")).toEqual(["AUTH-8", "ERR-6", "DEP-4", "DEP-5"]);
  });
});
