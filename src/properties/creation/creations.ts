import {
  type Actor,
  answersWithItem,
  creations,
  type FurtherRequirement,
  type KnownItem,
  type OwnProperty,
  type Property,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { createsByPut, parentPathOf } from "../../model/index.js";
import { bareShape, fullShape, type Shape } from "../../schema/index.js";
import { choosesIds } from "../../values/index.js";
import {
  expectAnswer,
  expectPartsKept,
  type PutItem,
  putAt,
  readCreated,
  sendCreation,
  textLengths,
  unusedItem,
} from "./creation-verbs.js";
import { readLocation } from "./location-verbs.js";
import { expectSecretsKept, hasSecrets } from "./write-only-members.js";

/** Members that are writeOnly, such as passwords, are for requests alone. */
const unshownSecrets: FurtherRequirement = {
  id: "write-only",
  name: "writeOnly members",
  level: "implied",
  sentence: ({ op }) => `No response shows a member that is writeOnly for ${op.id}.`,
  isOf: (op, { api }) => op.method === "POST" && api.readOf(op) !== undefined && hasSecrets(op),
  proof: "an item is created with these members, and looked for in what comes back",
};

/** A created item can be read at its address, and has the plain values that were sent. */
export const readBack: OwnProperty = {
  id: "read-back",
  requirement: {
    explains: ["defaults", "location"],
    name: "read back",
    level: "implied",
    proof:
      "an item is created, read at its address, and compared with what was sent, but for members under api: computed",
  },
  sentence: ({ op }) => `An item that ${op.id} creates can be read, and has the values that were sent.`,
  phase: "create",
  about: creations,
  further: [unshownSecrets],
  inputs: () => textLengths,
  run: async (t: Actor, _, length) => {
    const creation = await sendCreation(t, length as number);
    const isUsual = length === textLengths[0];
    // A bound on texts need not be described, as long as the server refuses what is beyond it.
    if (!isUsual && !isSuccess(creation.parsed.response.status)) return;
    const found = await readCreated(t, creation);
    expectAnswer(t, creation, found);
    await expectSecretsKept(t, creation.body);
    if (isUsual) await expectPartsKept(t, creation, found);
  },
};

/** It counts where nothing but its own response shows what an operation creates. */
export const answer: OwnProperty = {
  id: "answer",
  requirement: {
    name: "answer",
    level: "implied",
    proof: "an item is created that nothing reads, and the response is compared with what was sent",
  },
  sentence: ({ op }) => `${op.id} answers with the values that were sent.`,
  source: "RFC 9110, section 15.3.2",
  phase: "create",
  about: (op, { api }) =>
    answersWithItem(op) && api.readOf(op) === undefined ? { op, needs: [] } : undefined,
  run: async (t: Actor) => {
    const creation = await sendCreation(t);
    const showsItem = expectAnswer(t, creation);
    t.assume(showsItem, "not in response");
  },
};

/** It counts where a description says that the response names an address. */
export const servedLocation: OwnProperty = {
  id: "location",
  requirement: {
    name: "Location",
    level: "implied",
    proof:
      "a valid request is sent, and the address in the header Location of its 201 or 202 is asked for, twice where it is not found",
  },
  sentence: ({ op }) => `The address that ${op.id} names in the header Location is served.`,
  source: "RFC 9110, sections 10.2.2 and 15.3.3",
  phase: "populate",
  about: (op) => (describesLocation(op) ? { op, needs: [] } : undefined),
  run: async (t: Actor) => {
    const created = await t.send(t.request().request);
    const exchange = t.lastExchange();
    const { path, status } = await readLocation(t, created);
    t.expect(isSuccess(status), {
      problem: "Location leads to nothing",
      expected: "2xx, since the response has just named the address (if that may take longer: --settle 2s)",
      actual: `${path} is answered with ${status}`,
      at: { in: "header", name: "location" },
      exchange,
    });
  },
};

function describesLocation({ method, responses }: Operation): boolean {
  return (
    method === "POST" &&
    [...responses.values()].some(
      ({ status, headers }) =>
        /^2(01|02|XX)$/.test(status) && headers.some(({ name }) => name.toLowerCase() === "location"),
    )
  );
}

/** A PUT to an address at which nothing is found creates an item, which can be read there. */
export const putCreation: Property = {
  id: "replaced/created",
  requirement: () => "replaced/created",
  sentence: ({ op }) => `an item that ${op.id} creates can be read at its address`,
  source: "RFC 9110, section 9.3.4",
  phase: "first-creation",
  order: "parents first",
  about: (op, { api, mayCall }) => {
    const isDeletable = api.operationsAt(op.path).some((each) => each.method === "DELETE" && mayCall(each));
    const isPossible = createsByPut(op, api) && isDeletable && choosesIds(op, api);
    const read = isPossible ? api.readOf(op) : undefined;
    return read && mayCall(read) ? { op, read, needs: [] } : undefined;
  },
  when: ({ op }) => !isBelow(op),
  run: async (t: Actor) => {
    const item = await unusedItem(t);
    const whole = await put(t, item, fullShape);
    const created = isRefusal(whole.status) ? await put(t, item, bareShape) : whole;
    t.assume(
      t.items().some(({ path }) => path === item.path),
      "not put",
      whole.status,
    );
    // A second one shows whether others stay as they are, and whether long texts do.
    const shape = isSuccess(whole.status) ? fullShape : bareShape;
    await put(t, await unusedItem(t), { ...shape, textLength: textLengths[1] });
    await expectPartsKept(t, { ...created, shape }, created.found);
  },
};

/** The same below another item. Creations by POST come before it: that item may be one of theirs. */
export const putCreationBelow: Property = { ...putCreation, when: ({ op }) => isBelow(op) };

/** Is it about what is below an item? */
function isBelow({ path }: Operation): boolean {
  return parentPathOf(path)?.includes("{") === true;
}

/** Puts an item where nothing is, and expects that it can be read there as it was sent. */
async function put(t: Actor, item: KnownItem, shape: Shape): Promise<PutItem> {
  const created = await putAt(t, item, shape);
  const { status, found, isElsewhere } = created;
  if (status === 201 && !isElsewhere)
    t.expect(found !== undefined, {
      problem: "not found after it was created",
      expected: "2xx with what was created (if that may take longer: --settle 2s)",
      actual: "it is not found at the address that it was put to",
      at: { in: "status" },
    });
  if (isSuccess(status) && status !== 202 && found !== undefined)
    t.expectStored({ sent: created.body ?? null }, found);
  return created;
}
