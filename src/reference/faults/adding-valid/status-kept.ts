import { changeStatus, keep, ofCheck, showPets } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { refuse } from "./refuse.js";

/** Statuses that come back as others, or have to be sent. */
export const keptStatusFaults: readonly Fault[] = [
  {
    name: "pending-becomes-available",
    breaks: "CREATE-4",
    why: "a new animal was thought to be always available",
    alter: (conduct) =>
      keep(conduct, ({ status }) => ({ status: status === "pending" ? "available" : status })),
  },
  {
    name: "sent-status-ignored",
    breaks: "CREATE-4",
    why: "the member is not copied into the record",
    alter: (conduct) => keep(conduct, () => ({ status: "available" })),
  },
  {
    name: "status-overlooked-as-first-member",
    breaks: "CREATE-4",
    why: "the search for the member begins behind a comma",
    alter: (conduct) => ({
      normalize: (body) => ({
        ...conduct.normalize(body),
        ...(Object.keys(body)[0] === "status" ? { status: "available" } : {}),
      }),
    }),
  },
  {
    name: "sold-refused-for-new-animals",
    breaks: "CREATE-4",
    why: "nobody adds what is sold",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "sold"),
    consequences: ["CREATE-1"],
  },
  {
    name: "pending-unknown",
    breaks: "CREATE-4",
    why: "the state was added to the documentation first",
    alter: (conduct) => refuse(conduct, ({ status }) => status === "pending"),
    consequences: ["CREATE-1"],
  },
  {
    name: "status-lost-with-negative-category",
    breaks: "CREATE-4",
    why: "negative categories take another branch, with the default",
    alter: (conduct) =>
      keep(conduct, ({ categoryId, status }) => ({
        status: typeof categoryId === "bigint" && categoryId < 0n ? "available" : status,
      })),
  },
  {
    name: "status-lost-with-long-name",
    breaks: "CREATE-4",
    why: "the record's buffer is full before the status is written",
    alter: (conduct) =>
      keep(conduct, ({ name, status }) => ({ status: `${name}`.length > 200 ? "available" : status })),
  },
  {
    name: "sold-shown-as-pending-when-created",
    breaks: "CREATE-4",
    why: "the answer is made before the state machine has run",
    alter: (conduct) =>
      showPets(conduct, ({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet"),
    consequences: ["GET-3", "LIST-12", "LIST-5", "LIST-8"],
  },

  {
    name: "status-required",
    breaks: "CREATE-5",
    why: "the record's constructor wants one",
    alter: (conduct) => refuse(conduct, (body) => !Object.hasOwn(body, "status")),
    consequences: ["CREATE-2", "CREATE-3"],
  },
  {
    name: "omitted-status-unprocessable",
    breaks: "CREATE-5",
    why: "the validator of the framework says 422",
    alter: (conduct) => ({
      ...refuse(conduct, (body) => !Object.hasOwn(body, "status")),
      ...changeStatus(conduct, ofCheck("checkFurther"), 422),
    }),
    consequences: ["GEN-2"],
  },
  {
    name: "omitted-status-fails",
    breaks: "CREATE-5",
    why: "a null that nobody thought of",
    alter: (conduct) => ({
      normalize(body) {
        if (!Object.hasOwn(body, "status")) throw new Error("null pointer");
        return conduct.normalize(body);
      },
    }),
    consequences: ["GEN-3"],
  },
  {
    name: "omitted-status-accepted-only",
    breaks: "CREATE-5",
    why: "somebody has to decide on the status before the animal is there",
    alter: (conduct) =>
      changeStatus(
        conduct,
        ({ kind }, { body }) =>
          kind === "created" && body.kind === "bytes" && !Buffer.from(body.bytes).includes('"status"'),
        202,
      ),
    consequences: ["GEN-2"],
  },
];
