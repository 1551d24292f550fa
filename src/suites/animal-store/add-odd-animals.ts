import { bytesBody, type Case, type CaseBody } from "../../generate/index.js";
import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import { describeAddition, needCategory, petOf, variedPet } from "./animals.js";
import { type Check, check } from "./check.js";
import { statusAt } from "./facts.js";
import type { NewPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { added, addRequest, newPetBody, refused } from "./requests.js";
import { usualCategory, type World } from "./world.js";

type OddAnimal = {
  readonly request: Case;
  /** The names that the animal may have then; any, if empty. */
  readonly names: readonly string[];
  readonly categoryId: bigint;
};

/** Checks on the open points of the section "Endpoints: Add an animal". */
export const addOddChecks: readonly Check[] = [
  odd("CREATE-17/members", "members that the document does not name are ignored or refused", (world) => [
    ...[
      { colour: "brown" },
      { tags: [{ id: 1n }, null], owner: { name: "Eve", id: 7n } },
      { Name: "Eve", category: 7n, Status: statusAt(world, -1) },
      { constructor: { prototype: {} }, toString: 1n },
      { nested: nest(150) },
    ].map((members) => oddAnimal(world, `with ${Object.keys(members).join(", ")}`, members)),
    oddText(world, "with __proto__", (text) =>
      text.replace("{", `{"__proto__":{"status":"${statusAt(world, -1)}"},`),
    ),
    oddText(world, "with the same name twice", (text, { name }) => text.replace("{", `{"name":"${name}",`)),
    oddText(world, "with two states, the last of them unknown", (text) =>
      text.replace("{", `{"status":"${statusAt(world, -1)}",`).replace(/\}$/, ',"status":"lost"}'),
    ),
    oddText(
      world,
      "with two names",
      (text, { name }) => text.replace("{", `{"name":"${name} II",`),
      (name) => [name, `${name} II`],
    ),
  ]),

  odd("CREATE-18/encoding", "a text that is not quite UTF-8 is taken or refused", (world) => [
    oddBytes(
      world,
      "with a byte order mark",
      (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
      (name) => [name],
    ),
    // Two halves that do belong together are an emoji like any other.
    oddText(
      world,
      "with an escaped emoji",
      (text) => text.replace("Pedigree", "\\ud83d\\udc15"),
      (name) => [name.replace("Pedigree", "🐕")],
    ),
    ...["\\ud83d", "\\udc15", "\\udc15\\ud83d"].map((surrogate) =>
      oddText(
        world,
        `with the lone surrogate ${surrogate}`,
        (text) => text.replace("Pedigree", surrogate),
        () => [],
      ),
    ),
    ...[[0xff], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80]].map((bytes) =>
      oddBytes(world, `with the bytes ${Buffer.from(bytes).toString("hex")}`, (text) => splice(text, bytes)),
    ),
  ]),

  odd("CREATE-19/content-type", "another content type is taken or refused", (world) =>
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
      const plain = variedPet(world);
      // Whoever believes in another charset shows it in letters beyond ASCII, which may be refused, too.
      const pet = contentType.includes("utf-8") ? { ...plain, name: `${plain.name} Zoë` } : plain;
      const accepts = [...added, ...refused(world, 415, ...(pet === plain ? [] : [422]))];
      const request = addRequest(world, newPetBody(world, pet), {
        label: `Content-Type: ${contentType}`,
        contentType,
        accepts,
      });
      return { request, names: [pet.name], categoryId: pet.categoryId };
    }),
  ),

  odd("CREATE-20/integers", "a categoryId that is an integer in value only is taken or refused", (world) => {
    const usual = usualCategory(world);
    const tenfold = `${usual * 10n}e-1`;
    return [`${usual}.0`, `${usual}e0`, `${usual}.000`, tenfold, "1e3"].map((written) => {
      const pet = variedPet(world);
      const body = renderJson({ ...pet, categoryId: numberAsWritten(written) });
      const accepts = [...added, ...(written === "1e3" ? refused(world, 404, 422) : refused(world))];
      const request = addRequest(world, body, { label: `categoryId ${written}`, accepts });
      return { request, names: [pet.name], categoryId: written === "1e3" ? 1000n : usual };
    });
  }),
];

/** A check that each of these is refused, or accepted for what it is; which of the two is observed. */
function odd(id: string, title: string, inputs: (world: World) => readonly OddAnimal[]): Check {
  const requirement = id.split("/")[0] ?? id;
  return check<OddAnimal>({
    id,
    title,
    phase: "create",
    inputs,
    run: async (probe, { request, names, categoryId }) => {
      needCategory(probe.world);
      const reading = await probe.send(request);
      const { status } = reading.answer;
      probe.observe(requirement, describeAddition(status), request.label);
      if (status === 201) claimTaken(probe, petOf(probe.world, reading.json), names, categoryId);
    },
  });
}

function claimTaken(
  probe: Probe,
  animal: { name: string; categoryId: bigint },
  names: readonly string[],
  categoryId: bigint,
): void {
  probe.claim(names.length === 0 || names.includes(animal.name), {
    requirement: "CREATE-2",
    problem: "another name",
    expected: names.join(" or "),
    actual: animal.name,
    at: { in: "body", pointer: "/name" },
  });
  probe.claim(animal.categoryId === categoryId, {
    requirement: "CREATE-3",
    problem: "another category",
    expected: `categoryId ${categoryId}`,
    actual: `categoryId ${animal.categoryId}`,
    at: { in: "body", pointer: "/categoryId" },
  });
}

function oddAnimal(world: World, label: string, members: object): OddAnimal {
  const pet = variedPet(world);
  return finish(world, label, { kind: "text", text: renderJson({ ...pet, ...members }) }, pet, [pet.name]);
}

function oddText(
  world: World,
  label: string,
  alter: (text: string, pet: NewPet) => string,
  names: (name: string) => readonly string[] = (name) => [name],
): OddAnimal {
  const pet = variedPet(world);
  return finish(
    world,
    label,
    { kind: "text", text: alter(newPetBody(world, pet), pet) },
    pet,
    names(pet.name),
  );
}

function oddBytes(
  world: World,
  label: string,
  alter: (text: Buffer) => Buffer,
  names: (name: string) => readonly string[] = () => [],
): OddAnimal {
  const pet = variedPet(world);
  return finish(world, label, bytesBody(alter(Buffer.from(newPetBody(world, pet)))), pet, names(pet.name));
}

function finish(
  world: World,
  label: string,
  body: CaseBody,
  pet: NewPet,
  names: readonly string[],
): OddAnimal {
  // A name that is not plain may be refused for that, too.
  const refusals = names.includes(pet.name) ? refused(world, 413) : refused(world, 413, 422);
  const request = addRequest(world, body, { label, accepts: [...added, ...refusals] });
  return { request, names, categoryId: pet.categoryId };
}

function nest(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((n) => ({ n }), null);
}

/** The text with bytes put into the value of its first member. */
function splice(text: Buffer, bytes: readonly number[]): Buffer {
  const at = text.indexOf(":") + 2;
  return Buffer.concat([text.subarray(0, at), Buffer.from(bytes), text.subarray(at)]);
}
