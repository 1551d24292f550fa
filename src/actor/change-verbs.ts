import { noKnowledge, type Operation, valuesFor } from "../description/index.js";
import { isRefusal, isSuccess } from "../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import {
  idInBodyOf,
  idNames,
  isChosenByServer,
  isKeptByServer,
  matches,
  pathToMembers,
  valueAt,
  withMembersAt,
  withValueAt,
} from "../model/index.js";
import { type ApiState, assume, freshBaseline, isGiven, markersIn, readItem } from "../session/index.js";
import { type Case, orRefused } from "../transport/index.js";
import { at, hasMarker, pairOf, type ValidRequest, valuesUnlike, wordsUnlike } from "../values/index.js";
import { expectAnswerTrue } from "./comparison/answers.js";
import { differencesOf, expectSame, isComputed, isReference } from "./comparison/comparison.js";
import { readUntilSame } from "./comparison/read-back.js";
import { copiedMembers } from "./item-verbs.js";
import type { Item } from "./items/new-items.js";
import type { Address, Answer, Encode, Stage } from "./stage.js";

/** A change that was sent, and its response. */
export interface SentChange extends Answer {
  readonly sent: Json;
}

type Sent = Pick<SentChange, "sent">;

/** Changes items, and compares them with what was sent. */
export interface ChangeVerbs {
  /** A valid body of the operation, or of another one, with values that no request had before. */
  readonly freshBody: (operation?: Operation) => Json;
  /**
   * Changes an item by a valid body, after an edit.
   * @returns undefined where the server refuses it
   */
  readonly change: (
    item: Address,
    label: string,
    edit?: (body: Json) => Json,
    encode?: Encode,
  ) => Promise<SentChange | undefined>;
  /**
   * Sends a valid change: as it is, or with another body, which may be refused.
   * @returns the change, whatever the status of its response is
   */
  readonly sendChange: (
    valid: ValidRequest,
    other?: { readonly label: string; readonly body: Json },
  ) => Promise<SentChange>;
  /** Changes an item at once. @returns undefined where the server refuses the values */
  readonly store: (
    item: Address,
    label: string,
    edit: (body: Json) => Json,
  ) => Promise<SentChange | undefined>;
  /** Changes one text of an item, and nothing else. */
  readonly changeOneText: (item: Address) => Promise<{ readonly name: string; readonly change: SentChange }>;
  /** Changes an item to numbers, booleans and words that an item which shows `unlike` does not have. */
  readonly changeValues: (item: Address, unlike: Json) => Promise<SentChange>;
  /** Changes the words of enumerations that an item shows to other ones. @returns these, too */
  readonly changeWords: (item: Item) => Promise<SentChange & { readonly words: JsonObject }>;
  /** Ends the property without a verdict where a change was refused, or accepted for later (202). */
  readonly applied: (change: SentChange | undefined) => SentChange;
  /** Reads an item until it shows a change, or the time to settle is over. */
  readonly readChanged: (item: Address, change: Sent) => Promise<Json>;
  /** Expects that an item shows what a change sent, and what its response, if it is known, shows as it was sent. */
  readonly expectStored: (change: Sent & { readonly json?: Json | undefined }, found: Json) => void;
  /** The plain members that an item does not show as a change sent them. */
  readonly differences: (change: Sent, found: Json) => ReturnType<typeof differencesOf>;
  /** Expects that an item shows what the response to a change shows as it was sent, unless it did before. */
  readonly expectAnswerTrue: (change: SentChange, before: Json, found: Json) => void;
  /** The values that were sent and those that show them, side by side; undefined where they have no member in common. */
  readonly pair: (sent: Json, found: Json, operation?: Operation) => ReturnType<typeof pairOf>;
  /** The names that lead to the members of an item in a body, which may wrap them. */
  readonly pathToMembers: (body: Json) => readonly string[];
  /** Does an item show a word that only this change sent, in the very member in which it was sent? */
  readonly shows: (found: Json | undefined, change: Sent) => boolean;
  /** The names of members that another item did not have as they were sent, and has after a change. */
  readonly copiedMembers: (change: Sent, before: Json, after: Json) => readonly string[];
  /** The member of the operation's body with the id of an item; undefined where none surely has it. */
  readonly idInBody: (item: Item) => { readonly name: string; readonly value: Json } | undefined;
  /** Does the user say which value a member of this name has, or that the server computes it? */
  readonly isGiven: (name: string) => boolean;
  /** Is a member of this name an id, or given by the user? */
  readonly isFixed: (name: string) => boolean;
  /** Has the server values of its own for members with this name, as the user says, or the description of the operation? */
  readonly isComputed: (name: string) => boolean;
  /** Is a member named for a collection of the description? */
  readonly isReference: (name: string) => boolean;
  /** Is it a text with a word that stands in no other request? */
  readonly isUniqueText: (value: Json | undefined) => value is string;
  /** Has a text a word of the run that `sent` has, too, and `later` has not? */
  readonly hasWordOf: (text: string, sent: Json, later?: Json) => boolean;
}

/** The verbs by which a property changes items. */
export function changeVerbs({ t, roles, check, reading, answerOf, withBody }: Stage): ChangeVerbs {
  const { op } = roles;
  const pair: ChangeVerbs["pair"] = (sent, found, operation = op) =>
    pairOf(t.state.api, { operation, read: reading(), sent, found });
  const hasWordOf: ChangeVerbs["hasWordOf"] = (text, sent, later = null) =>
    markersIn(t.state, renderJson(sent)).some(
      (marker) => hasMarker(text, marker) && !renderJson(later).includes(marker),
    );
  const applied: ChangeVerbs["applied"] = (change) => {
    const { status = 0 } = change?.response ?? {};
    assume(change !== undefined && isSuccess(status) && status !== 202, "not changed", change && status);
    return change;
  };

  /** The operation that changes an item, and the one that shows it. */
  const updating = () => ({ operation: op, read: reading(), check });

  async function send(item: Address, request: Case, sent: Json): Promise<SentChange | undefined> {
    const answer = answerOf(await t.send({ ...at(request, item), accepts: orRefused(request) }));
    return isSuccess(answer.response.status) ? { ...answer, sent } : undefined;
  }

  const change: ChangeVerbs["change"] = (item, label, edit = (body) => body, encode = withBody) => {
    const { request, body = null } = freshBaseline(t, op);
    const sent = edit(body);
    return send(item, { ...encode(request, sent), label }, sent);
  };

  const isLastRefused = (): boolean => {
    const outcome = t.exchanges.at(-1)?.outcome;
    return outcome?.kind === "response" && isRefusal(outcome.status);
  };

  function isFixed(name: string): boolean {
    const resource = t.state.api.resourceAt(reading().path);
    return (
      isGiven(t.state, op, name) ||
      (resource !== undefined && [resource.parameter, ...idNames(resource)].includes(name))
    );
  }

  return {
    freshBody: (operation = op) => freshBaseline(t, operation).body ?? null,
    change,
    sendChange: async ({ request, body = null }, other) => {
      if (other === undefined) return { ...answerOf(await t.send(request)), sent: body };
      const changed = { ...withBody(request, other.body), label: other.label, accepts: orRefused(request) };
      return { ...answerOf(await t.send(changed)), sent: other.body };
    },
    store: async (item, label, edit) => {
      const made = await change(item, label, edit);
      return made === undefined && isLastRefused() ? undefined : applied(made);
    },
    changeOneText: async (item) => {
      const { request, body: whole = null } = freshBaseline(t, op);
      const text = oneTextOf(t.state, reading(), whole);
      assume(text !== undefined, "no text");
      const { name, body } = text;
      const label = `a change of ${name} alone`;
      return { name, change: applied(await send(item, { ...withBody(request, body), label }, body)) };
    },
    changeValues: async (item, unlike) => {
      const { request, body: usual = null } = freshBaseline(t, op);
      const both = pair(usual, unlike);
      const other =
        both === undefined
          ? usual
          : withMembersAt(usual, both.path, { ...both.sent, ...valuesUnlike(both, isFixed) });
      const label = "valid, with values that another item does not have";
      const change = await send(item, { ...withBody(request, other), label }, other);
      // A rule of the server's own may be against one of these.
      const isRefused = change === undefined && isLastRefused();
      return applied(isRefused ? await send(item, { ...withBody(request, usual), label }, usual) : change);
    },
    changeWords: async (item) => {
      const { request, body: usual = null } = freshBaseline(t, op);
      const both = pair(usual, item.found);
      const isServers = (name: string): boolean => isFixed(name) || isComputed(t.state, name, op);
      const words = both === undefined ? {} : wordsUnlike(both, isServers);
      assume(both !== undefined && Object.keys(words).length > 0, "no other word");
      const sent = withMembersAt(usual, both.path, { ...both.sent, ...words });
      const label = `valid, with another ${Object.keys(words).join(", ")}`;
      return { ...applied(await send(item, { ...withBody(request, sent), label }, sent)), words };
    },
    applied,
    readChanged: async (item, { sent }) => {
      const found = await readUntilSame(t, { ...updating(), sent }, () => readItem(t, reading(), item));
      assume(found !== undefined, "item gone");
      return found;
    },
    expectStored: ({ sent, json }, found) => expectSame(t, { ...updating(), sent, found, answered: json }),
    differences: ({ sent }, found) => differencesOf(t.state, { ...updating(), sent, found }),
    expectAnswerTrue: ({ sent, json = null, response: { status } }, before, found) =>
      expectAnswerTrue(t, { ...updating(), sent, before, found }, { found: json, status }),
    pair,
    pathToMembers: (body) => pathToMembers(t.state.api.resourceAt(reading().path), body),
    shows: (found, { sent }) => {
      const both = found === undefined ? undefined : pair(sent, found);
      return Object.entries(both?.sent ?? {}).some(([name, value]) =>
        hasWordOf(renderJson(both?.found[name] ?? null), value),
      );
    },
    copiedMembers: ({ sent }, before, after) =>
      copiedMembers(t.state, { ...updating(), sent, found: after }, before),
    idInBody: (item) => {
      const itself = t.state.api.resourceAt(op.path);
      return idInBodyOf(
        { operation: op, itself, given: valuesFor(t.state.contract.known ?? noKnowledge, op) },
        item,
      );
    },
    isGiven: (name) => isGiven(t.state, op, name) || isComputed(t.state, name, op),
    isFixed,
    isReference: (name) => isReference(t.state, name),
    isComputed: (name) => isKeptByServer(op, name) || isComputed(t.state, name, op),
    isUniqueText: (value): value is string =>
      typeof value === "string" && markersIn(t.state, value).length > 0,
    hasWordOf,
  };
}

/** A body reduced to one text that no other request has, and the name of that; undefined where it has no such text. */
function oneTextOf(
  state: ApiState,
  read: Operation,
  body: Json,
): { readonly name: string; readonly body: Json } | undefined {
  const resource = state.api.resourceAt(read.path);
  const wrapped = pathToMembers(resource, body);
  const members = valueAt(body, wrapped);
  const fixed = [...(resource === undefined ? [] : idNames(resource)), ...wrapped];
  const texts = Object.entries(isJsonObject(members) ? members : {}).filter(
    ([name, value]) =>
      typeof value === "string" &&
      markersIn(state, value).length > 0 &&
      !fixed.includes(name) &&
      !isChosenByServer(name),
  );
  const [name, value] = texts.find(([each]) => matches(each, "independent-texts")) ?? texts[0] ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name, body: withValueAt(body, wrapped, { [name]: value }) };
}
