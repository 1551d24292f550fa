import type { SingletonChange } from "../checks/index.js";
import { bodyBytes, type Case } from "../generate/index.js";
import type { Redact } from "../transport/index.js";

/** The members that both kinds of lines have. */
interface Entry {
  /** The run, by the trace id of none of its requests: 32 hexadecimal digits. */
  readonly run: string;
  /** ISO 8601. */
  readonly at: string;
  /** As in the request's `traceparent`. */
  readonly trace: string;
}

/** One line of the journal of everything that a run may have added to a target. */
export type CreationEntry =
  /**
   * Written before the request goes out: the server may have stored this. One that is sent again, because it was
   * turned away or its connection refused, keeps its trace and has a line for each time: it may be stored more than once.
   */
  | (Entry & {
      readonly event: "sending";
      readonly target: string;
      /** As it was sent, without secrets. */
      readonly body: string;
    })
  /** Written after an answer (201, or any 2xx) with an id, in decimal: the server has stored this. */
  | (Entry & { readonly event: "created"; readonly id: string });

/** A line of the same journal: before what is there once is changed, with the request that restores it, and once that is done. */
export interface ChangeEntry extends Omit<Entry, "trace">, SingletonChange {
  readonly target: string;
}

/**
 * Passes on to the journal everything that a run may create.
 * @param run tells the run from all others
 * @param hide takes secrets out of what goes out: the target may have chosen a part of it
 */
export function createCreationJournal(
  run: string,
  target: string,
  hide: Redact,
  {
    onCreation: write = () => {},
    onChange: writeChange = () => {},
  }: {
    readonly onCreation?: (entry: CreationEntry) => void;
    readonly onChange?: (entry: ChangeEntry) => void;
  },
) {
  let heldBack: string | undefined;
  const note = (error: unknown): void => {
    heldBack ??= error instanceof Error ? error.message : String(error);
  };
  return {
    /**
     * Called before a request goes out.
     * @throws whatever kept it from being written down: the request is held back then
     */
    sending: ({ method, body }: Case, trace: string): void => {
      if (method === "GET") return;
      const text = body === undefined ? "" : hide(bodyBytes(body).toString("utf8"));
      const at = new Date().toISOString();
      try {
        write({ event: "sending", at, run, trace, target, body: text });
      } catch (error) {
        note(error);
        throw error;
      }
    },
    /** Called before a singleton is changed, and after it was restored. Returns whether that stands in the journal. */
    change: (change: SingletonChange): boolean => {
      try {
        writeChange({ run, at: new Date().toISOString(), target, ...change, body: hide(change.body) });
        return true;
      } catch (error) {
        note(error);
        return false;
      }
    },
    /** Called when the server says that it created an item. */
    created: (id: bigint, trace: string): void => {
      try {
        write({ event: "created", run, at: new Date().toISOString(), trace, id: hide(`${id}`) });
      } catch {
        // That it was sent stands there already; the next that is to be sent will be held back.
      }
    },
    /** Why a request was held back, if one was. */
    heldBack: () => heldBack,
  };
}
