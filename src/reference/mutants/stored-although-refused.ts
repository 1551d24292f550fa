import type { Json, JsonObject } from "../../json/index.js";
import type { Conduct, Deviation } from "../conduct.js";
import { type Alteration, known, type MemberCheck } from "../operators/index.js";
import type { Store } from "../store.js";
import { type Mutant, mutant } from "./mutant.js";

/** Animals that are there although the request was refused. */
export const storedAlthoughRefusedMutants: readonly Mutant[] = [
  // Animals that are there although they were refused.
  mutant("stored-although-status-unknown", "CREATE-16", "the record is written first, its status checked by a trigger").by(
    storeAlthough("checkStatusIsAllowed", { status: "sold" }),
  ),
  mutant("stored-although-category-missing", "CREATE-16", "the record is written first, and the transaction is not rolled back").by(
    storeAlthough("checkCategoryIsPresent", { categoryId: 0n }),
  ),
  mutant("stored-although-category-no-integer", "CREATE-16", "the record is written first, and corrected later").by(
    storeAlthough("checkCategoryIsInteger", { categoryId: 0n }),
  ),
  mutant("stored-although-category-too-large", "CREATE-16", "the record is written first, and corrected later").by(
    storeAlthough("checkCategoryIsInt64", { categoryId: 0n }),
  ),
  mutant("stored-although-name-missing", "CREATE-16", "the record is written first, and the name asked for later").by(
    storeAlthough("checkNameIsPresent", { name: "" }),
  ),
  mutant("stored-although-name-no-text", "CREATE-16", "the record is written first, and the name asked for later").by(
    storeAlthough("checkNameIsString", { name: "to be named" }),
  ),
  mutant("stored-although-cut-short", "CREATE-16", "a streaming reader writes the record before it has seen the end").by((conduct) => {
    const side = sideDoor(conduct);
    return {
      ...side.opening,
      parseBody(text) {
        side.add(readObject(conduct, `${text}}`));
        return conduct.parseBody(text);
      },
    };
  }),
  mutant("stored-although-without-content-type", "CREATE-16", "the filter for media types comes after the handler").by((conduct) => {
    const side = sideDoor(conduct);
    return {
      answerEarly(request, store) {
        const early = side.opening.answerEarly?.(request, store);
        const { method, headers, body } = request;
        const isMeant = method === "POST" && headers["content-type"] === undefined;
        if (!isMeant || headers.authorization === undefined || body.kind !== "bytes") return early;
        side.add(readObject(conduct, Buffer.from(body.bytes).toString()));
        return early;
      },
    };
  }),
  mutant("stored-although-in-an-array", "CREATE-16", "bulk loading writes the animals before it finds that it may not").by((conduct) => {
    const side = sideDoor(conduct);
    return {
      ...side.opening,
      asObject(body) {
        if (Array.isArray(body)) side.add(conduct.asObject(body[0] ?? null));
        return conduct.asObject(body);
      },
    };
  }),

  // Animals that are there although the key was refused.
  mutant("stored-although-unauthorized", "AUTH-7", "the filter looks at the answer, and not at the request").by(storeWhere(() => true)),
  mutant("stored-although-key-missing", "AUTH-7", "the handler runs before the filter's future is done").by(
    storeWhere((_credential, _key, { headers }) => headers.authorization === undefined),
  ),
  mutant("stored-although-key-wrong", "AUTH-7", "a wrong key is only noticed when the answer is signed").by(
    storeWhere((credential) => credential !== undefined),
  ),
  mutant("stored-although-key-in-another-form", "AUTH-7", "the filter of the old scheme only logs").by(
    storeWhere((credential, key, { headers }) => credential === undefined && headers.authorization?.includes(key) === true),
  ),
];

/** Stores what is refused in one step, with other members. */
function storeAlthough(check: MemberCheck, members: Readonly<Record<string, Json>>): Deviation {
  return (conduct) => {
    const side = sideDoor(conduct);
    return {
      ...side.opening,
      [check](body: JsonObject) {
        const objection = conduct[check](body);
        if (objection !== undefined) side.add({ ...body, ...members });
        return objection;
      },
    };
  };
}

/** A way into the store that no check guards. */
function sideDoor(conduct: Conduct): {
  readonly opening: Alteration;
  readonly add: (body: JsonObject | undefined) => void;
} {
  let opened: Store | undefined;
  const store = async (body: JsonObject, store: Store): Promise<void> => {
    const { name, categoryId, status } = body;
    const pet = conduct.normalize({
      name: typeof name === "string" ? name : "",
      categoryId: typeof categoryId === "bigint" ? BigInt.asIntN(64, categoryId) : 0n,
      status: known(`${status}`) ?? "sold",
    });
    await conduct.storePet({ ...pet, id: await conduct.assignId(pet, store) }, store);
  };
  return {
    opening: {
      answerEarly(request, store) {
        opened = store;
        return conduct.answerEarly(request, store);
      },
    },
    add(body) {
      if (opened !== undefined && body !== undefined) void store(body, opened);
    },
  };
}

function readObject(conduct: Conduct, text: string): JsonObject | undefined {
  const read = conduct.parseBody(text);
  return read.status === "read" ? conduct.asObject(read.value) : undefined;
}

/** Does the operation where the credential calls for it, and refuses for the key all the same. */
function storeWhere(isStored: Conduct["authenticate"]): Deviation {
  return (conduct) => {
    let isDone = false;
    return {
      authenticate(credential, key, request) {
        isDone = isStored(credential, key, request);
        return conduct.authenticate(credential, key, request);
      },
      async refuseUnauthorized(perform) {
        if (isDone) await perform();
        return { kind: "unauthorized" };
      },
    };
  };
}
