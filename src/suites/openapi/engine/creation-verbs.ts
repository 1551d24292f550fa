import type { ParsedExchange } from "../../../checks/index.js";
import type { Json } from "../../../json/index.js";
import { expectAnswered } from "../comparison/answers.js";
import { expectAnswerAsRead } from "../comparison/change-answers.js";
import { expectPartsKept } from "../comparison/parts-kept.js";
import { readBack } from "../comparison/read-back.js";
import { withSecondItem } from "../comparison/read-together.js";
import { expectSecretsKept } from "../comparison/secrets.js";
import { baselineOf, makeRequest } from "../requests/baseline.js";
import { validRequest } from "../requests/requests.js";
import type { ValidRequest } from "../session/state.js";
import type { Stage } from "./stage.js";

/** How long texts are that may be of any length: a server that cuts them off has to refuse them. */
export const textLengths = [0, 300] as const;

/** A creation, and its response. */
export interface Creation extends ValidRequest {
  readonly parsed: ParsedExchange;
}

/** Creates items, and compares what is shown with what was sent. */
export interface CreationVerbs {
  /**
   * Sends a valid creation: of two items, where its body is a list.
   * @param textLength how long texts are that may be of any length
   */
  readonly sendCreation: (textLength?: number) => Promise<Creation>;
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
  readonly expectPartsKept: (creation: Omit<Creation, "parsed">, found: Json | undefined) => Promise<void>;
}

/** The verbs by which a property creates items. */
export function creationVerbs({ t, roles: { op: operation }, reading }: Stage): CreationVerbs {
  return {
    sendCreation: async (textLength = textLengths[0]) => {
      const shape = { ...baselineOf(t, operation).shape, textLength };
      const valid = makeRequest(() => withSecondItem(t, operation, validRequest(t.state, operation, shape)));
      return { ...valid, parsed: await t.send(valid.request) };
    },
    readBack: ({ body, parsed }) => readBack(t, { operation, read: reading(), parsed, sent: body }),
    expectAnswer: ({ body, parsed }, found) => {
      const answer = { operation, parsed, sent: body };
      const showsItem = expectAnswered(t, answer);
      if (found !== undefined) expectAnswerAsRead(t, { ...answer, read: reading(), found });
      return showsItem;
    },
    expectSecretsKept: ({ body }) => expectSecretsKept(t, { operation, api: t.state.api, sent: body }),
    expectPartsKept: ({ body, shape }, found) =>
      expectPartsKept(t, { operation, read: reading(), shape, body, found }),
  };
}
