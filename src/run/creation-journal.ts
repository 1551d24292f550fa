import { bodyBytes, type Case } from "../generate/index.js";
import type { CreationEntry } from "./creations.js";
import type { RunOptions } from "./options.js";

/** Passes on to the journal everything that a run may create. */
export interface CreationJournal {
  /**
   * Called before a request goes out.
   * @throws whatever kept it from being written down: the request is held back then
   */
  readonly sending: (request: Case, trace: string) => void;
  /** Called when the server says that it created an item. */
  readonly created: (id: bigint, trace: string) => void;
  /** Why a request was held back, if one was. */
  readonly heldBack: () => string | undefined;
}

/** @param run tells the run from all others */
export function createCreationJournal(
  run: string,
  { baseUrl, onCreation }: Pick<RunOptions, "baseUrl" | "onCreation">,
): CreationJournal {
  let heldBack: string | undefined;
  return {
    sending: (request, trace) => {
      if (request.method === "GET") return;
      try {
        onCreation?.(sending(request, { run, trace, target: baseUrl }));
      } catch (error) {
        heldBack ??= error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    created: (id, trace) => {
      const at = new Date().toISOString();
      try {
        onCreation?.({ event: "created", run, at, trace, id: `${id}` });
      } catch {
        // That it was sent stands there already; the next that is to be sent will be held back.
      }
    },
    heldBack: () => heldBack,
  };
}

function sending(
  { body }: Case,
  facts: { readonly run: string; readonly trace: string; readonly target: string },
): CreationEntry {
  const text = body === undefined ? "" : Buffer.from(bodyBytes(body)).toString("utf8");
  return { event: "sending", at: new Date().toISOString(), ...facts, body: text };
}
