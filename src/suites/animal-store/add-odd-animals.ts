import { type Acceptable, bytesBody, type CaseBody } from "../../generate/index.js";
import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import { choiceOf, needCategory, offerAnimal, variedPet } from "./animals.js";
import { statusAt } from "./facts.js";
import { expectCategory } from "./kept.js";
import type { NewPet, Pet } from "./pet.js";
import { newPetBody, refused } from "./requests.js";
import { type Scenario, scenario, type TestContext } from "./scenario.js";
import { type StoreState, usualCategory } from "./state.js";

type OddAnimal = {
  readonly pet: NewPet;
  readonly label: string;
  readonly body: string | CaseBody;
  readonly contentType?: string;
  readonly refusals: readonly Acceptable[];
  /** The names that the animal may have then; any, if empty. */
  readonly names: readonly string[];
  readonly categoryId: bigint;
};

/** Checks on the open points of the section "Endpoints: Add an animal". */
export const addOddChecks: readonly Scenario[] = [
  odd("create/body/unknown", "members that the document does not name are ignored or refused", (state) => [
    ...[
      { colour: "brown" },
      { tags: [{ id: 1n }, null], owner: { name: "Eve", id: 7n } },
      { Name: "Eve", category: 7n, Status: statusAt(state, -1) },
      { constructor: { prototype: {} }, toString: 1n },
      { nested: nest(150) },
    ]
      .filter((members) => !Object.keys(members).some((name) => isDescribed(state, name)))
      .map((members) => oddAnimal(state, `with ${Object.keys(members).join(", ")}`, members)),
    oddText(state, "with __proto__", (text) =>
      text.replace("{", `{"__proto__":{"status":"${statusAt(state, -1)}"},`),
    ),
    oddText(state, "with the same name twice", (text, { name }) => text.replace("{", `{"name":"${name}",`)),
    oddText(state, "with two states, the last of them unknown", (text) =>
      text.replace("{", `{"status":"${statusAt(state, -1)}",`).replace(/\}$/, ',"status":"lost"}'),
    ),
    oddText(
      state,
      "with two names",
      (text, { name }) => text.replace("{", `{"name":"${name} II",`),
      (name) => [name, `${name} II`],
    ),
  ]),

  odd("create/body/encoding", "a text that is not quite UTF-8 is taken or refused", (state) => [
    oddBytes(
      state,
      "with a byte order mark",
      (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
      (name) => [name],
    ),
    // Two halves that do belong together are an emoji like any other.
    oddText(
      state,
      "with an escaped emoji",
      (text) => text.replace("Pedigree", "\\ud83d\\udc15"),
      (name) => [name.replace("Pedigree", "🐕")],
    ),
    ...["\\ud83d", "\\udc15", "\\udc15\\ud83d"].map((surrogate) =>
      oddText(
        state,
        `with the lone surrogate ${surrogate}`,
        (text) => text.replace("Pedigree", surrogate),
        () => [],
      ),
    ),
    ...[[0xff], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80]].map((bytes) =>
      oddBytes(state, `with the bytes ${Buffer.from(bytes).toString("hex")}`, (text) => splice(text, bytes)),
    ),
  ]),

  odd("create/body/other-content-type", "another content type is taken or refused", (state) =>
    [
      "application/json; charset=utf-8",
      "application/json;charset=UTF-8; x=y",
      "Application/JSON",
      "text/plain",
      "application/xml",
      "application/x-www-form-urlencoded",
      "application/vnd.api+json",
      "*/*",
    ].map((contentType) => {
      const plain = variedPet(state);
      // A server that reads another charset shows it in letters beyond ASCII, which may be refused, too.
      const pet = contentType.includes("utf-8") ? { ...plain, name: `${plain.name} Zoë` } : plain;
      const { name, categoryId } = pet;
      const refusals = refused(state, 415, ...(pet === plain ? [] : [422]));
      const label = `Content-Type: ${contentType}`;
      return { pet, label, body: newPetBody(state, pet), contentType, refusals, names: [name], categoryId };
    }),
  ),

  odd(
    "create/body/integers",
    "a categoryId that is an integer in value only is taken or refused",
    (state) => {
      const usual = usualCategory(state);
      const tenfold = `${usual * 10n}e-1`;
      return [`${usual}.0`, `${usual}e0`, `${usual}.000`, tenfold, "1e3"].map((written) => {
        const pet = variedPet(state);
        const body = renderJson({ ...pet, categoryId: numberAsWritten(written) });
        const refusals = written === "1e3" ? refused(state, 404, 422) : refused(state);
        const categoryId = written === "1e3" ? 1000n : usual;
        return { pet, label: `categoryId ${written}`, body, refusals, names: [pet.name], categoryId };
      });
    },
  ),
];

/** A check that each of these is refused, or accepted for what it is; which of the two is observed. */
function odd(id: string, title: string, inputs: (state: StoreState) => readonly OddAnimal[]): Scenario {
  return scenario<OddAnimal>({
    id,
    title,
    phase: "create",
    inputs,
    run: async (t, { names, categoryId, ...offer }) => {
      needCategory(t.state);
      const { status, animal } = await offerAnimal(t, offer.pet, offer);
      t.observe(id, choiceOf(status), offer.label);
      if (animal !== undefined) expectTaken(t, animal, names, categoryId);
    },
  });
}

function expectTaken(t: TestContext, animal: Pet, names: readonly string[], categoryId: bigint): void {
  t.expect(names.length === 0 || names.includes(animal.name), {
    check: "create/kept/name",
    problem: "another name",
    expected: names.join(" or "),
    actual: animal.name,
    at: { in: "body", pointer: "/name" },
  });
  expectCategory(t, categoryId, animal);
}

function isDescribed({ contract: { roles } }: StoreState, member: string): boolean {
  return Object.hasOwn(roles.furtherMembers, member);
}

function oddAnimal(state: StoreState, label: string, members: object): OddAnimal {
  const pet = variedPet(state);
  return finish(state, label, { kind: "text", text: renderJson({ ...pet, ...members }) }, pet, [pet.name]);
}

function oddText(
  state: StoreState,
  label: string,
  alter: (text: string, pet: NewPet) => string,
  names: (name: string) => readonly string[] = (name) => [name],
): OddAnimal {
  const pet = variedPet(state);
  return finish(
    state,
    label,
    { kind: "text", text: alter(newPetBody(state, pet), pet) },
    pet,
    names(pet.name),
  );
}

function oddBytes(
  state: StoreState,
  label: string,
  alter: (text: Buffer) => Buffer,
  names: (name: string) => readonly string[] = () => [],
): OddAnimal {
  const pet = variedPet(state);
  return finish(state, label, bytesBody(alter(Buffer.from(newPetBody(state, pet)))), pet, names(pet.name));
}

function finish(
  state: StoreState,
  label: string,
  body: CaseBody,
  pet: NewPet,
  names: readonly string[],
): OddAnimal {
  // A name that is not plain may be refused for that, too.
  const refusals = names.includes(pet.name) ? refused(state, 413) : refused(state, 413, 422);
  return { pet, label, body, refusals, names, categoryId: pet.categoryId };
}

function nest(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((n) => ({ n }), null);
}

/** The text with bytes put into the value of its first member. */
function splice(text: Buffer, bytes: readonly number[]): Buffer {
  const at = text.indexOf(":") + 2;
  return Buffer.concat([text.subarray(0, at), Buffer.from(bytes), text.subarray(at)]);
}
