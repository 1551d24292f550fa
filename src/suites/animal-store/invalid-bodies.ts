import { type BrokenBody, type Case, deriveBrokenBodies, deriveWorseBodies } from "../../generate/index.js";
import { renderJson } from "../../json/index.js";
import { plainPet } from "./animals.js";
import { statusAt } from "./facts.js";
import type { NewPet } from "./pet.js";
import { addRequest, errors, refused } from "./requests.js";
import { newPetSchema, type World } from "./world.js";

/** Names under which an animal might be looked for inside the body. */
const wrappers = ["data", "pet", "newPet", "Pet", "animal"];

/** Members that might be taken for those that are missing, by their names or by their number. */
const lookalikes = { category_id: 1n, pet_name: "Rex", colour: "brown" };

/** How a body is sent, where that is to be another way than usual: some servers then forget to look at it. */
type Dress = "with a charset" | "in 70,000 bytes" | "beside a long name";
/** What it may be refused with for its dress alone. */
const dressRefusals: Readonly<Record<Dress, readonly number[]>> = {
  "with a charset": [415],
  "in 70,000 bytes": [413],
  "beside a long name": [413, 422],
};
type DressedBody = BrokenBody & { readonly dress?: Dress };

/** Bodies of new animals with each rule broken once, and the required ones in an animal of each other state and of none, too. */
export function brokenBodies(world: World): readonly DressedBody[] {
  const schema = newPetSchema(world);
  const valid = plainPet(world, statusAt(world, 0));
  const { status: _, ...without } = valid;
  const long = { ...valid, name: "Abcdefghij".repeat(24) };
  const unknownWords = deriveBrokenBodies(schema, long).filter(({ rule }) => rule.kind === "enum");
  const required = (pet: NewPet): readonly BrokenBody[] =>
    deriveBrokenBodies(schema, pet).filter(({ rule }) => rule.kind === "required");
  return [
    ...deriveBrokenBodies(schema, valid),
    ...deriveWorseBodies(schema, valid, wrappers),
    ...unknownWords.slice(0, 1).map((each) => ({ ...each, dress: "beside a long name" as const })),
    ...required(plainPet(world, statusAt(world, 1))).map((each) => ({
      ...each,
      dress: "with a charset" as const,
    })),
    ...required({ ...plainPet(world, statusAt(world, -1)), ...lookalikes }).map(({ label, ...each }) => ({
      ...each,
      label: `${label}, but there are others`,
    })),
    ...required(without).map((each) => ({ ...each, dress: "in 70,000 bytes" as const })),
  ];
}

/** One of those bodies as a request, in its dress. */
export function dressedRequest(world: World, requirement: string, { label, body, dress }: DressedBody): Case {
  const text = renderJson(body);
  const plain = refusedRequest(world, requirement, label, text);
  if (dress === undefined) return plain;
  const dressed = dress === "in 70,000 bytes" ? text.padEnd(70_000) : text;
  return addRequest(world, dressed, {
    label: `${label}, ${dress}`,
    accepts: [...plain.accepts, ...errors(...dressRefusals[dress])],
    requirement,
    ...(dress === "with a charset" ? { contentType: "application/json; charset=utf-8" } : {}),
  });
}

/** A creation that has to be refused with 400. */
export function refusedRequest(world: World, requirement: string, label: string, body: string): Case {
  // If no category is known that exists, the animal may be refused for its category as well.
  const accepts = world.categorySearch === "failed" ? errors(400, 404, 422) : refused(world);
  return addRequest(world, body, { label, accepts, requirement });
}
