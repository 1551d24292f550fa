import { refusedFor } from "../../checks/index.js";
import type { Exchange } from "../../transport/index.js";
import { choiceOf, needCategory, plainPet } from "./animals.js";
import { statusAt } from "./facts.js";
import { expectSent } from "./kept.js";
import { petOf } from "./pages.js";
import type { NewPet } from "./pet.js";
import { added, addRequest, newPetBody, refused } from "./requests.js";
import { type Scenario, scenario, type TestContext } from "./scenario.js";

const inChunks = { label: "a body in chunks", chunked: true } as const;

/** The check on bodies without a Content-Length: some servers read them in another way. */
export const chunkedChecks: readonly Scenario[] = [
  scenario<NewPet>({
    id: "request/chunked",
    title: "a body in chunks is refused, or treated like any other",
    expects: ["credential/missing", "create/body/member/name/required"],
    phase: "create",
    inputs: (state) => [plainPet(state, statusAt(state, 0))],
    run: async (t, pet) => {
      needCategory(t.state);
      const unkeyed = addRequest(t.state, newPetBody(t.state, pet), {
        ...refusedFor("credential/missing", { kind: "missing" }),
        ...inChunks,
      });
      if (!(await isTaken(t, pet))) {
        t.expect(statusOf(await t.sendUnjudged(unkeyed)) !== 201, {
          check: "credential/missing",
          problem: "status 201",
          expected: "401, or another refusal",
          actual: "201",
          at: { in: "status" },
        });
        return;
      }
      // A chunk may end in the middle of a character.
      await isTaken(t, { ...pet, name: `${pet.name} ${"ë".repeat(60)}` });
      const nameless = newPetBody(t.state, { ...pet, name: undefined } as unknown as NewPet);
      const label = "a body in chunks without a name";
      await t.sendAnyway(
        addRequest(t.state, nameless, {
          ...inChunks,
          label,
          accepts: refused(t.state),
          check: "create/body/member/name/required",
        }),
      );
      await t.send(unkeyed);
    },
  }),
];

/** Is this animal accepted? If so, it must be what was sent. */
async function isTaken(t: TestContext, pet: NewPet): Promise<boolean> {
  const exchange = await t.sendUnjudged(
    addRequest(t.state, newPetBody(t.state, pet), { ...inChunks, accepts: added }),
  );
  const status = statusOf(exchange);
  t.observe("request/chunked", status === undefined ? "not answered" : choiceOf(status));
  // A good key is good, and a failure a failure, however the body comes.
  if (status !== 201 && status !== 401 && status !== 500) return false;
  expectSent(t, pet, petOf(t.state, (await t.judge(exchange)).json));
  return true;
}

/** Undefined where no whole response came. */
function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === "response" && !outcome.cutShort ? outcome.status : undefined;
}
