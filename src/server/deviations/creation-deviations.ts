import { setTimeout as delay } from "node:timers/promises";
import type { Json, JsonObject } from "../../json/index.js";
import type { Creation } from "../conforming/creating.js";
import * as op from "../operators/index.js";
import type { Pet } from "../store.js";

/** How a creation is answered, that it happens once, and not where it is refused. */
export const mutants = (): op.OperatorTable => ({
  // Animals that are refused, or whose creation is answered in another way.
  "refusal-stays-for-the-next": refuseTheNext(),
  "names-with-digits-refused": op.refuse(({ name }) => /\d/.test(`${name}`)),
  "names-of-one-letter-refused": op.refuse(({ name }) => `${name}`.length === 1),
  "names-above-30-refused": op.refuse(({ name }) => `${name}`.length > 30),
  "further-member-required": op.refuse((body) => !Object.hasOwn(body, "photoUrls")),
  "available-refused": op.refuse(({ status }) => status === "available"),
  "category-as-first-member-refused": op.refuse((body) => Object.keys(body)[0] === "categoryId"),
  "escapes-in-capitals-refused": op.instead("parseBody", (text) => /\\u[\da-f]*[A-F]/.test(text), {
    status: "refused",
    reason: "this server does not take it",
  }),
  "name-that-objects-have-fails": op.failAt("normalize", ({ name }) => name === "constructor", "not a function"),
  "creation-refused-now-and-then": op.refuse(op.everyNth(6)),

  "refusal-takes-back-the-one-before": op.after("checkNameIsPresent", (objection, _body, { store }) => {
    const newest = [...store.all()].at(-1);
    if (objection !== undefined && newest !== undefined) store.remove(newest.id);
    return objection;
  }),

  // Requests that add more than the animal that they are answered with.
  "added-twice": addDuplicates(() => true),
  "sold-added-twice": addDuplicates(({ status }) => status === "sold"),
  "added-twice-without-status": (handlers) => {
    const bare = new Set<Json>();
    return {
      normalize(body, creation) {
        if (body["status"] === undefined) bare.add(body["name"] ?? null);
        return handlers.normalize(body, creation);
      },
      ...addDuplicates(({ name }) => bare.has(name))(handlers),
    };
  },
  "long-names-added-twice": addDuplicates(({ name }) => `${name}`.length > 40),
  "one-in-ten-added-twice": addDuplicates(op.everyNth(10)),
  "one-in-forty-added-twice": addDuplicates(op.everyNth(40)),
  "added-twice-after-a-while": (handlers) => ({
    async storePet(pet, store) {
      await handlers.storePet(pet, store);
      const baseline = { ...pet, id: await handlers.assignId(pet, store) };
      setTimeout(() => void handlers.storePet(baseline, store), 300).unref();
    },
  }),
  "twin-of-another-state": addDuplicates(({ status }) => status === "pending", { status: "available" }),

  // Bodies in chunks that are taken, and then treated in another way than others.
  "bodies-in-chunks-need-no-key": op.trust((_credential, _key, request) => op.isChunked(request)),
  "bodies-in-chunks-not-validated": op.answerText(
    ["checkNameIsPresent", op.to(op.isChunked)],
    '{"id":4611686018427387905,"name":"","categoryId":1}',
    201,
  ),
  "characters-between-two-chunks-lost": op.after("decodeBody", (was, _bytes, { request }) =>
    op.isChunked(request) && was.status === "read" ? { status: "read", value: was.value.replace(/[^\0-\x7f]/, "\ufffd\ufffd") } : was,
  ),
  "animals-in-chunks-answered-as-array": op.changeJson(["created", op.to(op.isChunked)], (pet) => [pet]),

  // Animals that are there although they were refused.
  "stored-although-status-unknown": storeAlthough("checkStatusIsAllowed", { status: "sold" }),
  "stored-although-category-missing": storeAlthough("checkCategoryIsPresent", { categoryId: 0n }),
  "stored-although-category-too-large": storeAlthough("checkCategoryIsInt64", { categoryId: 0n }),
  "stored-a-while-after-the-refusal": [
    storeAlthough("checkCategoryIsPresent", { categoryId: 0n }, 300),
    storeAlthough("checkStatusIsAllowed", { status: "sold" }, 300),
  ],

  // Animals that are there although the key was refused.
  "stored-although-unauthorized": storeWhere(() => true),
  "stored-although-key-missing": storeWhere((authorization) => authorization === undefined),
  "stored-although-key-wrong": storeWhere((_authorization, credential) => credential !== undefined),
});

/** Which bodies and names `createPet` takes, and what it keeps for the status, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "unknown-members-refused": op.refuse((body) => Object.keys(body).some((name) => !["name", "categoryId", "status"].includes(name))),
  "client-ids-refused": op.refuse((body) => Object.hasOwn(body, "id")),
  "bodies-in-chunks-refused": op.turnAway(411, op.isChunked),
  "bodies-in-chunks-taken-for-empty-ones": op.answerEarly(op.isChunked, () => ({
    kind: "invalid-body",
    check: "parseBody",
    reason: "it is empty",
  })),
  "refused-bodies-in-chunks-closed": op.drop([op.anyOf("unauthorized", "invalid-body"), op.to(op.isChunked)]),
  "bodies-of-two-kilobytes-at-most": () => ({ largestBody: () => 2048 }),
  "category-checked-before-the-name": (handlers) => ({
    checkNameIsPresent: handlers.checkCategoryIsPresent,
    checkCategoryIsPresent: handlers.checkNameIsPresent,
  }),

  "odd-names-refused": op.refuse(({ name }) => !isPlain(`${name}`)),
  "odd-names-unprocessable": op.refuseAs(422, ({ name }) => !isPlain(`${name}`)),
  "odd-names-unprocessable-before-all-else": [
    op.after("checkNameIsString", (was, { name }) => was ?? (isPlain(`${name}`) ? undefined : unusualName)),
    op.changeStatus((outcome) => "reason" in outcome && outcome.reason === unusualName, 422),
  ],
  "long-names-too-large": op.refuseAs(413, ({ name }) => `${name}`.length > 40),
  "empty-names-refused": op.refuse(({ name }) => `${name}`.trim() === ""),
  "control-characters-refused": op.refuse(({ name }) => /\p{Cc}/u.test(`${name}`)),
  "lone-surrogates-refused": op.refuse(({ name }) => !`${name}`.isWellFormed()),

  "names-unique": refuseDuplicates(String),
  "names-unique-in-any-letters": refuseDuplicates((name) => name.trim().toLowerCase()),
  "negative-categories-refused": op.refuse(({ categoryId }) => asBigint(categoryId) < 0n),
  ...categoryTables(),
});

/** Tables of categories: an animal is refused whose category is not among them. */
export const categoryTables = (): op.OperatorTable => ({
  "categories-of-ones-own": [seedCategories(ownCategories), op.refuse(outside(ownCategories))],
  "categories-closed-but-one": [seedCategories([11n, 12n, 13n, 14n, 15n, 16n, 17n, 18n]), op.refuse(outside([18n]))],
  "categories-unprocessable": [seedCategories([5n, 6n]), op.refuseAs(422, outside([5n, 6n]))],
  "categories-not-found": op.refuseAs(404, outside([1n, 2n, 3n])),
  "categories-of-seven": op.refuse(outside([7n])),
  "categories-to-fifty-thousand": refuseBeyond(() => 50_000n),
  "categories-that-grow": refuseBeyond((count) => 2n ** count),
});

const unusualName = "this server does not take such names";

const ownCategories = [11n, 12n, 2n ** 60n + 1n];

/** Refuses a request for what was wrong with the one before. */
function refuseTheNext(): op.Operator {
  let isLeft = false;
  return op.after("parseBody", (read) => {
    const wasLeft = isLeft;
    isLeft = read.status === "refused";
    return wasLeft ? { status: "refused", reason: "unexpected end" } : read;
  });
}

/** Stores some animals twice: the second one has another id and this difference. */
function addDuplicates(concerns: (pet: Pet) => boolean, difference: Partial<Pet> = {}): op.Operator {
  return (handlers) => ({
    async storePet(pet, store) {
      await handlers.storePet(pet, store);
      if (!concerns(pet)) return;
      const baseline = { ...pet, ...difference };
      await handlers.storePet({ ...baseline, id: await handlers.assignId(baseline, store) }, store);
    },
  });
}

/** Stores what is refused in one step, with other members, so long after, in ms. */
function storeAlthough(
  check: "checkStatusIsAllowed" | "checkCategoryIsPresent" | "checkCategoryIsInt64",
  members: JsonObject,
  after?: number,
): op.Operator {
  return (handlers) => {
    const add = async (body: JsonObject, { store }: Creation) => {
      if (after !== undefined) await delay(after);
      const { name = "", categoryId = 0n, status } = { ...body, ...members };
      const pet = { name, categoryId, status: op.states.find((each) => each === status) ?? "sold" };
      await handlers.storePet({ ...pet, id: await handlers.assignId(pet, store) }, store);
    };
    return op.after(check, (objection, body, creation) => {
      if (objection !== undefined) void add(body, creation);
      return objection;
    })(handlers);
  };
}

/** Does the operation where the key calls for it, and refuses for the key all the same. */
function storeWhere(isStored: (authorization: string | undefined, credential: string | undefined) => boolean): op.Operator {
  return (handlers) => ({
    async refuseUnauthorized(perform, request) {
      const { authorization } = request.headers;
      if (isStored(authorization, handlers.readCredential(authorization))) await perform();
      return handlers.refuseUnauthorized(perform, request);
    },
  });
}

/** Refuses a name that an animal has that was not refused for something else. */
function refuseDuplicates(keyOf: (name: string) => string): op.Operator {
  const wasUsedBefore = op.rememberNames(keyOf);
  return op.after("checkFurther", (was, body) => was ?? (wasUsedBefore(body) ? "another animal has this name" : undefined));
}

function isPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

function asBigint(value: unknown): bigint {
  return typeof value === "bigint" ? value : 0n;
}

/** Is the category none of these? */
function outside(categories: readonly bigint[]): (body: JsonObject) => boolean {
  return ({ categoryId }) => !categories.includes(asBigint(categoryId));
}

/** Refuses categories that are not positive, or larger than the largest at the nth creation. */
function refuseBeyond(largestAt: (count: bigint) => bigint): op.Operator {
  let count = 0n;
  return op.refuse(({ categoryId }) => {
    count += 1n;
    return asBigint(categoryId) < 1n || asBigint(categoryId) > largestAt(count);
  });
}

function seedCategories(categories: readonly bigint[]): op.Operator {
  return op.seed(9, (index) => ({ categoryId: categories[index % categories.length] ?? 1n }));
}
