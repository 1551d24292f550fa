import { bodySchema, shorten } from "../../checks/index.js";
import { deriveNegativeBodies } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { idOfRow } from "./learning.js";
import { statusAt, statusesOf } from "./pet.js";
import { objectIn } from "./requests.js";
import type { StoreState } from "./state.js";

/** The names that every run gives to the animals that it makes up. */
const ownName = /^(Pedigree|Refused) [a-z]{8}\b/;

/**
 * Names rows, by their ids, that an earlier run sent and a broken server stored, although they are no valid animals: they
 * were there before this run sent anything, and are known by the journal of what was sent, or by their form.
 */
export function createLeftovers(state: StoreState): StoreState["identifyLeftover"] {
  let sent: readonly JsonObject[] | undefined;
  let forms: readonly JsonObject[] | undefined;
  return (row) => {
    if (!isJsonObject(row) || !state.listedBefore.has(idOfRow(row))) return undefined;
    sent ??= state.words.earlierBodies.map(objectIn).filter((each) => each !== undefined);
    forms ??= invalidForms(state);
    const isLeftover =
      sent.some((body) => holds(state, row, body, isSame)) ||
      forms.some((body) => holds(state, row, body, (...each) => isAlike(state, ...each)));
    return isLeftover ? shorten(row["id"], 24) : undefined;
  };
}

/** The invalid animals that a run sends and that are known again: one without a name could be anybody's. */
function invalidForms(state: StoreState): readonly JsonObject[] {
  const valid = { name: "Pedigree aaaaaaaa", categoryId: 1n, status: statusAt(state, 0) };
  const schema = bodySchema(state.contract);
  const broken = deriveNegativeBodies(schema, valid).map(({ body }) => body);
  return [...broken, { ...valid, name: 7n }].filter(isJsonObject).filter(({ name }) => name !== undefined);
}

/** Does the row hold what the body said? The server may have made up what the body left out. */
function holds(
  { contract: { roles } }: StoreState,
  row: JsonObject,
  body: JsonObject,
  isKept: (stored: Json | undefined, sent: Json, name: string) => boolean,
): boolean {
  const said = roles.members.filter((name) => body[name] !== undefined);
  return said.length > 0 && said.every((name) => isKept(row[name], body[name] ?? null, name));
}

function isSame(stored: Json | undefined, sent: Json): boolean {
  return stored !== undefined && renderJson(stored) === renderJson(sent);
}

/** The same but for the words that each run draws anew, the category that it found, and the state in turn. */
function isAlike(state: StoreState, stored: Json | undefined, sent: Json, name: string): boolean {
  if (name === "categoryId" && typeof stored === "bigint" && typeof sent === "bigint") return true;
  if (typeof stored !== "string" || typeof sent !== "string") return isSame(stored, sent);
  const areStates = [stored, sent].every((each) => statusesOf(state).some((status) => status === each));
  return stored === sent || areStates || (ownName.test(stored) && ownName.test(sent));
}
