import type { ParsedExchange } from "../engine/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { idOf, plainPath } from "../model/index.js";
import type { Shape } from "../schema/index.js";
import {
  type ApiState,
  baselineOf,
  createAtUnusedId,
  isGiven,
  type KnownItem,
  readItem,
  stateWith,
  unusedId,
  validRequest,
} from "../session/index.js";
import { headerValues } from "../transport/index.js";
import type { ValidRequest } from "../values/index.js";
import { expectAnswerAsRead, expectAnswered } from "./comparison/answers.js";
import { type Attempt, expectBooleansKept } from "./comparison/booleans.js";
import { isComputed } from "./comparison/comparison.js";
import { expectMapsKept } from "./comparison/maps.js";
import { expectOrderKept } from "./comparison/ordered-lists.js";
import { createAndRead, type MadeItem, readBack, withSecondItem } from "./comparison/read-back.js";
import { expectLettersKept } from "./comparison/wide-texts.js";
import { expectSecretsKept } from "./comparison/write-only-members.js";
import type { Stage } from "./stage.js";

/** How long texts are that may be of any length: a server that cuts them off has to refuse them. */
export const textLengths = [0, 300] as const;

/** A creation, and its response. */
export interface Creation extends ValidRequest {
  readonly parsed: ParsedExchange;
}

/** An item that was put where none was, and what is found there then. */
export interface PutItem extends ValidRequest {
  /** That of the response; 0 without one. */
  readonly status: number;
  readonly found: Json | undefined;
  /** Does the response say that the item has another address, or another id? */
  readonly isElsewhere: boolean;
}

/** Creates items, and compares what is shown with what was sent. */
export interface CreationVerbs {
  /**
   * Sends a valid creation: of two items, where its body is a list.
   * @param textLength how long texts are that may be of any length
   */
  readonly sendCreation: (textLength?: number) => Promise<Creation>;
  /** An item that is not there yet, under an id that the client chooses. */
  readonly unusedItem: () => Promise<KnownItem>;
  /** Puts an item where none is, and reads it, unless it is refused. */
  readonly putAt: (item: KnownItem, shape: Shape) => Promise<PutItem>;
  /**
   * Creates an item from a valid body, after an edit, and reads it: one that is put gets an id that no item has.
   * @returns undefined where that is refused, or nothing is read
   */
  readonly createAndRead: (label: string, edit: (body: Json) => Json) => Promise<MadeItem | undefined>;
  /** Does the user say which value a member of this name has, or that the server computes it? */
  readonly isGiven: (name: string) => boolean;
  /** Have items of the run the value of this member as their id? */
  readonly isItsId: (name: string) => boolean;
  /** Reads what was created, and expects that it shows what was sent; undefined if it is not there. */
  readonly readBack: (creation: Creation) => Promise<Json | undefined>;
  /**
   * Expects that the response to a creation shows what was sent, and what is read then.
   * @returns whether it shows the item
   */
  readonly expectAnswer: (creation: Creation, found?: Json) => boolean;
  /** Expects that no response shows what is `writeOnly`. */
  readonly expectSecretsKept: (creation: Creation) => Promise<void>;
  /** Expects that further items keep booleans, entries of maps, the order of lists, and letters of all kinds. */
  readonly expectPartsKept: (
    creation: Pick<Creation, "body" | "shape">,
    found: Json | undefined,
  ) => Promise<void>;
}

/** The verbs by which a property creates items. */
export function creationVerbs({ t, roles: { op: operation }, reading }: Stage): CreationVerbs {
  return {
    sendCreation: async (textLength = textLengths[0]) => {
      const shape = { ...baselineOf(t, operation).shape, textLength };
      const valid = withSecondItem(t, operation, validRequest(t.state, operation, shape));
      return { ...valid, parsed: await t.send(valid.request) };
    },
    unusedItem: () => unusedId(t, { operation, read: reading() }),
    putAt: async (item, shape) => {
      const valid = validRequest(stateWith(t.state, item), operation, shape);
      const request = { ...valid.request, label: "valid, with an id that no item has" };
      const parsed = await createAtUnusedId(t, reading(), { item, request });
      const status = parsed?.response.status ?? 0;
      const isRefused = (status >= 400 && status < 500) || status === 202;
      const found = isRefused ? undefined : await readItem(t, reading(), item);
      return { ...valid, status, found, isElsewhere: parsed !== undefined && isElsewhere(parsed, item) };
    },
    createAndRead: (label, change) => {
      const { shape } = baselineOf(t, operation);
      return createAndRead(t, { operation, read: reading(), shape }, { change, label });
    },
    isGiven: (name) => isGiven(t.state, operation, name) || isComputed(t.state, name, operation),
    isItsId: (name) => isItsId(t.state, name),
    readBack: ({ body, parsed }) => readBack(t, { operation, read: reading(), parsed, sent: body }),
    expectAnswer: ({ body, parsed }, found) => {
      const answer = { operation, parsed, sent: body };
      const showsItem = expectAnswered(t, answer);
      if (found !== undefined) expectAnswerAsRead(t, { ...answer, read: reading(), found });
      return showsItem;
    },
    expectSecretsKept: ({ body }) => expectSecretsKept(t, { operation, sent: body }),
    expectPartsKept: async ({ body, shape }, found) => {
      if (found === undefined) return;
      const creating = { operation, read: reading(), shape };
      const attempt: Attempt = (change, { label, shape: other = shape }) =>
        createAndRead(t, { ...creating, shape: other }, { change, label });
      await expectBooleansKept(t, { ...creating, body, found, attempt });
      await expectMapsKept(t, creating);
      await expectOrderKept(t, creating);
      await expectLettersKept(t, { ...creating, body });
    },
  };
}

/** Does a response say that what was put is at another address, or has another id? */
function isElsewhere({ response, json }: ParsedExchange, { resource, id, path }: KnownItem): boolean {
  const [location = path] = headerValues(response, "location");
  const shownId = isJsonObject(json) ? idOf(resource, json) : undefined;
  return !plainPath(location).endsWith(plainPath(path)) || (shownId ?? id) !== id;
}

/** Have items of the run the value of this member as their id? */
function isItsId({ inventory }: ApiState, name: string): boolean {
  return [...inventory.creations.values()].some(
    ({ sent = null, addresses }) =>
      isJsonObject(sent) &&
      addresses.some((each) => inventory.at(inventory.present(each))?.item?.id === sent[name]),
  );
}
