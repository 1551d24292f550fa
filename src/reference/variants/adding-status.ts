import type { Json } from "../../json/index.js";
import { after, rememberOmittedStatus, showPets } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** The status of an animal that was added without one, where the document is silent. */
export const addingStatusVariants: readonly Variant[] = [
  variant("omitted-status-absent", "STATE-2", "the default is undefined, and the member optional", {
    conflictsWith: ["omitted-status-pending", "omitted-status-sold"],
  }).by(after("normalize", (was, body) => ({ ...was, status: body["status"] }))),
  variant("omitted-status-pending", "STATE-2", "the default is undefined", { conflictsWith: ["omitted-status-sold"] }).by(
    after("normalize", (was, body) => ({ ...was, status: body["status"] ?? "pending" })),
  ),
  variant("omitted-status-sold", "STATE-2", "the default is undefined").by(
    after("normalize", (was, body) => ({ ...was, status: body["status"] ?? "sold" })),
  ),
  variant(
    "omitted-status-absent-and-counted-as-available",
    "STATE-2",
    "a filter may count an animal that shows no status among one of the states",
    { conflictsWith: ["omitted-status-absent", "omitted-status-pending", "omitted-status-sold"] },
  ).by((conduct) => ({
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
    *selectPets(store, status) {
      yield* conduct.selectPets(store, status);
      if (status === "available") yield* store.withStatus(undefined);
    },
  })),

  variant(
    "default-status-shown-later-only",
    "STATE-2",
    "the member is optional; a default may be seen only once the animal is fetched or listed",
  ).by((conduct) => {
    const { omitted, remembering } = rememberOmittedStatus(conduct);
    const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
    return {
      ...remembering,
      ...showPets(({ id }) => (isOmitted(id) ? { status: undefined } : {}), "renderCreatedPet")(conduct),
    };
  }),
];
