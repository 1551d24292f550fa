import type { Json, JsonObject } from "../../../json/index.js";
import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Store } from "../../store.js";
import type { Fault } from "../fault.js";
import type { MemberCheck } from "./accept-values.js";
import { known } from "./known-status.js";

/** Animals that are there although they were refused. */
export const storedAlthoughRefusedFaults: readonly Fault[] = [
  {
    name: "stored-although-status-unknown",
    breaks: "CREATE-16",
    why: "the record is written first, its status checked by a trigger",
    alter: (conduct) => storeAlthough(conduct, "checkStatusIsAllowed", { status: "sold" }),
  },
  {
    name: "stored-although-category-missing",
    breaks: "CREATE-16",
    why: "the record is written first, and the transaction is not rolled back",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsPresent", { categoryId: 0n }),
  },
  {
    name: "stored-although-category-no-integer",
    breaks: "CREATE-16",
    why: "the record is written first, and corrected later",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsInteger", { categoryId: 0n }),
  },
  {
    name: "stored-although-category-too-large",
    breaks: "CREATE-16",
    why: "the record is written first, and corrected later",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsInt64", { categoryId: 0n }),
  },
  {
    name: "stored-although-name-missing",
    breaks: "CREATE-16",
    why: "the record is written first, and the name asked for later",
    alter: (conduct) => storeAlthough(conduct, "checkNameIsPresent", { name: "" }),
  },
  {
    name: "stored-although-name-no-text",
    breaks: "CREATE-16",
    why: "the record is written first, and the name asked for later",
    alter: (conduct) => storeAlthough(conduct, "checkNameIsString", { name: "to be named" }),
  },
  {
    name: "stored-although-cut-short",
    breaks: "CREATE-16",
    why: "a streaming reader writes the record before it has seen the end",
    alter(conduct) {
      const side = sideDoor(conduct);
      return {
        ...side.opening,
        parseBody(text) {
          side.add(readObject(conduct, `${text}}`));
          return conduct.parseBody(text);
        },
      };
    },
  },
  {
    name: "stored-although-without-content-type",
    breaks: "CREATE-16",
    why: "the filter for media types comes after the handler",
    alter(conduct) {
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
    },
  },
  {
    name: "stored-although-in-an-array",
    breaks: "CREATE-16",
    why: "bulk loading writes the animals before it finds that it may not",
    alter(conduct) {
      const side = sideDoor(conduct);
      return {
        ...side.opening,
        asObject(body) {
          if (Array.isArray(body)) side.add(conduct.asObject(body[0] ?? null));
          return conduct.asObject(body);
        },
      };
    },
  },
];

/** Stores what is refused in one step, with other members. */
function storeAlthough(
  conduct: Conduct,
  check: MemberCheck,
  members: Readonly<Record<string, Json>>,
): Alteration {
  const side = sideDoor(conduct);
  return {
    ...side.opening,
    [check](body: JsonObject) {
      const objection = conduct[check](body);
      if (objection !== undefined) side.add({ ...body, ...members });
      return objection;
    },
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
