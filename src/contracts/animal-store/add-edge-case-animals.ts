import { isSuccess } from "../../engine/index.js";
import { type Json, type JsonObject, numberAsWritten, renderJson } from "../../json/index.js";
import type { Exchange } from "../../transport/index.js";
import { bytesBody } from "../../transport/index.js";
import { choiceOf, needCategory, type Offer, offerAnimal, plainPet, variedPet } from "./animals.js";
import { expectCategory, expectMember, expectSent } from "./kept.js";
import { type NewPet, statusAt } from "./pet.js";
import { assumeValid, petOf } from "./reading.js";
import { refusedFor } from "./security-scenarios.js";
import { addRequest, newPetBody, refused } from "./store-requests.js";
import { type Scenario, type StoreState, scenario, type TestContext, usualCategory } from "./store-state.js";

interface EdgeCaseAnimal extends Offer {
  readonly pet: NewPet;
  /** The names that the animal may have then; any, if empty. */
  readonly names: readonly string[];
  readonly categoryId: bigint;
}

/** How the JSON text of a valid animal is made an edge case, and what the animal may then be called; anything, if empty. */
type Oddity = readonly [
  label: string,
  alter: (text: string, name: string) => string | Buffer,
  namesOf?: (name: string) => readonly string[],
];

const anyName = () => [];

/** Checks on the open points of the section "Endpoints: Add an animal". */
export const edgeCaseCreationChecks: readonly Scenario[] = [
  edgeCase(
    "create/body/unknown",
    "members that the document does not name are ignored or refused",
    (state) => {
      const status = statusAt(state, -1);
      const { furtherMembers } = state.contract.roles;
      const unknown: readonly JsonObject[] = [
        { colour: "brown" },
        { tags: [{ id: 1n }, null], owner: { name: "Eve", id: 7n } },
        { Name: "Eve", category: 7n, Status: status },
        { constructor: { prototype: {} }, toString: 1n },
        { nested: nest(150) },
      ].filter((members) => !Object.keys(members).some((name) => Object.hasOwn(furtherMembers, name)));
      return alterAnimals(state, [
        ...unknown.map((members): Oddity => {
          const ending = renderJson(members).replace("{", ",");
          return [`with ${Object.keys(members).join(", ")}`, (text) => text.replace(/\}$/, ending)];
        }),
        ["with __proto__", (text) => text.replace("{", `{"__proto__":{"status":"${status}"},`)],
        ["with the same name twice", (text, name) => text.replace("{", `{"name":"${name}",`)],
        [
          "with two states, the last of them unknown",
          (text) => text.replace("{", `{"status":"${status}",`).replace(/\}$/, ',"status":"lost"}'),
        ],
        [
          "with two names",
          (text, name) => text.replace("{", `{"name":"${name} II",`),
          (name) => [name, `${name} II`],
        ],
      ]);
    },
  ),

  edgeCase("create/body/encoding", "a text that is not quite UTF-8 is taken or refused", (state) =>
    alterAnimals(state, [
      ["with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
      [
        // Two halves that do belong together are an emoji like any other.
        "with an escaped emoji, and other escapes",
        (text) => text.replace("Pedigree", "\\ud83d\\udc15\\/\\u00e9\\u00C9"),
        (name) => [name.replace("Pedigree", "🐕/éÉ")],
      ],
      ...["\\ud83d", "\\udc15", "\\udc15\\ud83d"].map(
        (half): Oddity => [
          `with the lone surrogate ${half}`,
          (text) => text.replace("Pedigree", half),
          anyName,
        ],
      ),
      ...["\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80"].map(
        (bytes): Oddity => [
          `with the bytes ${Buffer.from(bytes, "latin1").toString("hex")}`,
          (text) => Buffer.from(text.replace(':"', `:"${bytes}`), "latin1"),
          anyName,
        ],
      ),
    ]),
  ),

  edgeCase("create/body/other-content-type", "another content type is taken or refused", (state) =>
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

  edgeCase(
    "create/body/integers",
    "a categoryId that is an integer in value only is taken or refused",
    (state) => {
      const usual = usualCategory(state);
      return [`${usual}.0`, `${usual}e0`, "-0", `${usual * 10n}e-1`, "1e3"].map((written) => {
        const pet = variedPet(state);
        const body = newPetBody(state, { ...pet, categoryId: numberAsWritten(written) });
        const categoryId = { "-0": 0n, "1e3": 1000n }[written] ?? usual;
        const refusals = categoryId === usual ? refused(state) : refused(state, 404, 422);
        return { pet, label: `categoryId ${written}`, body, refusals, names: [pet.name], categoryId };
      });
    },
  ),

  scenario<NewPet>({
    id: "request/chunked",
    title: "a body in chunks is refused, or treated like any other",
    adds: 2,
    expects: ["credential/missing", "create/body/member/name/required"],
    phase: "create",
    inputs: (state) => [plainPet(state, statusAt(state, 0))],
    run: async (t, pet) => {
      needCategory(t.state);
      const missing = refusedFor("credential/missing", { kind: "missing" });
      const unkeyed = addRequest(t.state, newPetBody(t.state, pet), { ...missing, ...inChunks });
      if (!(await isAcceptedInChunks(t, pet))) {
        t.expect(!isSuccess(statusOf(await t.sendUnchecked(unkeyed)) ?? 0), {
          check: "credential/missing",
          problem: "status 201",
          expected: "401, or another refusal",
          actual: "201",
          at: { in: "status" },
        });
        return;
      }
      // A chunk may end in the middle of a character.
      await isAcceptedInChunks(t, { ...pet, name: `${pet.name} ${"ë".repeat(60)}` });
      const nameless = addRequest(t.state, newPetBody(t.state, { ...pet, name: undefined }), {
        ...inChunks,
        label: "a body in chunks without a name",
        accepts: refused(t.state),
        check: "create/body/member/name/required",
      });
      await t.sendAnyway(nameless);
      await t.send(unkeyed);
    },
  }),
];

/** A check that each of these is refused, or accepted for what it is; which of the two is observed. */
function edgeCase(
  id: string,
  title: string,
  inputs: (state: StoreState) => readonly EdgeCaseAnimal[],
): Scenario {
  return scenario<EdgeCaseAnimal>({
    id,
    title,
    adds: 1,
    phase: "create",
    inputs,
    run: async (t, { pet, names, categoryId, ...offer }) => {
      needCategory(t.state);
      const { status, animal } = await offerAnimal(t, pet, offer);
      t.observe(id, choiceOf(status), offer.label);
      if (animal === undefined) return;
      expectMember(t, animal, "name", {
        holds: names.length === 0 || names.includes(animal.name),
        expected: names.join(" or "),
        actual: animal.name,
      });
      expectCategory(t, categoryId, animal);
      assumeValid(animal);
    },
  });
}

/** Valid animals whose texts were altered. */
function alterAnimals(state: StoreState, oddities: readonly Oddity[]): readonly EdgeCaseAnimal[] {
  return oddities.map(([label, alter, namesOf = (name: string) => [name]]) => {
    const pet = variedPet(state);
    const altered = alter(newPetBody(state, pet), pet.name);
    const body = typeof altered === "string" ? altered : bytesBody(altered);
    const names = namesOf(pet.name);
    // A name that is not plain may be refused for that, too.
    const refusals = names.includes(pet.name) ? refused(state, 413) : refused(state, 413, 422);
    return { pet, label, body, refusals, names, categoryId: pet.categoryId };
  });
}

function nest(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((n) => ({ n }), null);
}

/** Without a Content-Length some servers read bodies in another way. */
const inChunks = { label: "a body in chunks", chunked: true } as const;

/** Is this animal accepted? If so, it must be what was sent. */
async function isAcceptedInChunks(t: TestContext, pet: NewPet): Promise<boolean> {
  const exchange = await t.sendUnchecked(addRequest(t.state, newPetBody(t.state, pet), inChunks));
  const status = statusOf(exchange);
  t.observe("request/chunked", status === undefined ? "not answered" : choiceOf(status));
  // A good key is good, and a failure a failure, however the body comes.
  if (status === undefined || !(isSuccess(status) || status === 401 || status === 500)) return false;
  const animal = petOf(t.state, (await t.judge(exchange)).json);
  expectSent(t, pet, animal);
  assumeValid(animal);
  return true;
}

/** Undefined where no whole response came. */
function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === "response" && !outcome.cutShort ? outcome.status : undefined;
}
