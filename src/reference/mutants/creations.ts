import { isJsonObject, type Json } from "../../json/index.js";
import type { Handlers, Operator, OperatorTable, Reading } from "../handlers.js";
import {
  after,
  allOf,
  answerText,
  changeJson,
  isChunked,
  known,
  type MemberCheck,
  noting,
  nowAndThen,
  ofCheck,
  ofKind,
  refuse,
  remembering,
  toChunks,
  trust,
  wrap,
} from "../operators/index.js";
import type { Pet } from "../store.js";

/** How a creation is answered, that it happens once, and not where it is refused. */
export const creationMutants: OperatorTable = {
  // Animals that are refused, or whose creation is answered in another way.
  "refusal-stays-for-the-next": remembering(
    () => ({ isLeft: false }),
    (memory) =>
      after("parseBody", (read) => {
        const wasLeft = memory.isLeft;
        memory.isLeft = read.status === "refused";
        return wasLeft ? { status: "refused", reason: "unexpected end" } : read;
      }),
  ),
  "names-with-digits-refused": refuse(({ name }) => /\d/.test(`${name}`)),
  "names-of-one-letter-refused": refuse(({ name }) => `${name}`.length === 1),
  "names-above-30-refused": refuse(({ name }) => `${name}`.length > 30),
  "further-member-required": refuse((body) => !Object.hasOwn(body, "photoUrls")),
  "available-refused": refuse(({ status }) => status === "available"),
  "creation-refused-now-and-then": nowAndThen(6, (now) => refuse(now)),

  // Requests that add more than the animal that they are answered with.
  "added-twice": addTwins(() => true),
  "sold-added-twice": addTwins(({ status }) => status === "sold"),
  "twin-of-another-state": addTwins(({ status }) => status === "pending", { status: "available" }),

  // Bodies in chunks that are taken, and then treated in another way than others.
  "bodies-in-chunks-need-no-key": trust((_credential, _key, request) => isChunked(request)),
  "bodies-in-chunks-not-validated": answerText(
    allOf(ofCheck("checkNameIsPresent"), toChunks),
    '{"id":4611686018427387905,"name":"","categoryId":1}',
    201,
  ),
  "characters-between-two-chunks-lost": noting(
    "authenticate",
    (_credential, _key, request) => isChunked(request),
    (inChunks) =>
      after("decodeBody", (was) =>
        inChunks() && was.status === "read" ? { status: "read", value: was.value.replace(/[^\0-\x7f]/, "\ufffd\ufffd") } : was,
      ),
  ),
  "animals-in-chunks-answered-as-array": changeJson(allOf(ofKind("created"), toChunks), (pet) => [pet]),

  // Animals that are there although they were refused.
  "stored-although-status-unknown": storeAlthough("checkStatusIsAllowed", { status: "sold" }),
  "stored-although-category-missing": storeAlthough("checkCategoryIsPresent", { categoryId: 0n }),
  "stored-although-category-too-large": storeAlthough("checkCategoryIsInt64", { categoryId: 0n }),

  // Animals that are there although the key was refused.
  "stored-although-unauthorized": storeWhere(() => true),
  "stored-although-key-missing": storeWhere((_credential, _key, { headers }) => headers.authorization === undefined),
  "stored-although-key-wrong": storeWhere((credential) => credential !== undefined),
};

/** Stores a twin of some animals, which differs from them in its id and this. */
function addTwins(concerns: (pet: Pet) => boolean, difference: Partial<Pet> = {}): Operator {
  return (handlers) => ({
    async storePet(pet, store) {
      await handlers.storePet(pet, store);
      if (!concerns(pet)) return;
      const twin = { ...pet, ...difference };
      await handlers.storePet({ ...twin, id: await handlers.assignId(twin, store) }, store);
    },
  });
}

/** Stores what is refused in one step, with other members. */
function storeAlthough(check: MemberCheck, members: Readonly<Record<string, Json>>): Operator {
  return withSideDoor((add) =>
    after(check, (objection, body) => {
      if (objection !== undefined) add({ status: "read", value: { ...body, ...members } });
      return objection;
    }),
  );
}

/** An operator that is given a way into the store that no check guards. */
function withSideDoor(operator: (add: (body: Reading<Json>) => void) => Operator): Operator {
  return noting(
    "answerEarly",
    (_request, store) => store,
    (storeOfNow) => (handlers) => {
      const add = async (body: Reading<Json>): Promise<void> => {
        const store = storeOfNow();
        if (store === undefined || body.status !== "read" || !isJsonObject(body.value)) return;
        const { name, categoryId, status } = body.value;
        const pet = {
          name: typeof name === "string" ? name : "",
          categoryId: typeof categoryId === "bigint" ? BigInt.asIntN(64, categoryId) : 0n,
          status: known(`${status}`) ?? "sold",
        };
        await handlers.storePet({ ...pet, id: await handlers.assignId(pet, store) }, store);
      };
      return operator(add)(handlers);
    },
  );
}

/** Does the operation where the credential calls for it, and refuses for the key all the same. */
function storeWhere(isStored: Handlers["authenticate"]): Operator {
  return noting("authenticate", isStored, (isDone) =>
    wrap("refuseUnauthorized", async (refuse, perform) => {
      if (isDone()) await perform();
      return refuse(perform);
    }),
  );
}
