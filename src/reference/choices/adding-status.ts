import type { Json } from "../../json/index.js";
import { rememberOmittedStatus, showPets } from "../alterations.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** The status of an animal that was added without one, where the document is silent. */
export const addingStatusChoices: readonly PermittedChoice[] = [
  {
    name: "omitted-status-absent",
    concerns: "STATE-2",
    why: "the default is undefined, and the member optional",
    alter: (conduct) => ({ normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }) }),
    conflictsWith: ["omitted-status-pending", "omitted-status-sold"],
  },
  {
    name: "omitted-status-pending",
    concerns: "STATE-2",
    why: "the default is undefined",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "pending" }),
    }),
    conflictsWith: ["omitted-status-sold"],
  },
  {
    name: "omitted-status-sold",
    concerns: "STATE-2",
    why: "the default is undefined",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "sold" }),
    }),
  },
  {
    name: "omitted-status-absent-and-counted-as-available",
    concerns: "STATE-2",
    why: "a filter may count an animal that shows no status among one of the states",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
      *selectPets(store, status) {
        yield* conduct.selectPets(store, status);
        if (status === "available") yield* store.withStatus(undefined);
      },
    }),
    conflictsWith: ["omitted-status-absent", "omitted-status-pending", "omitted-status-sold"],
  },

  {
    name: "default-status-shown-later-only",
    concerns: "STATE-2",
    why: "the member is optional; a default may be seen only once the animal is fetched or listed",
    alter(conduct) {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
      return {
        ...remembering,
        ...showPets(conduct, ({ id }) => (isOmitted(id) ? { status: undefined } : {}), "renderCreatedPet"),
      };
    },
  },
];
