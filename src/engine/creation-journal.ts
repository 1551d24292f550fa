import type { Redact } from "../transport/index.js";
import { bodyBytes, type Case } from "../transport/index.js";
import type { ItemChange, SingletonChange } from "./run-state.js";

/** The members that all lines have. */
interface Entry {
  /** The run, by the trace id of none of its requests: 32 hexadecimal digits. */
  readonly run: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The members of a line about one request. */
interface RequestEntry extends Entry {
  /** As in the request's `traceparent`. */
  readonly trace: string;
}

/** One line of the journal of everything that a run may have added to a target. */
export type CreationEntry =
  /** The first line of a run: where it is, and by which description. */
  | (Entry & {
      readonly event: "run";
      readonly target: string;
      /** The version of pedigree. */
      readonly tool: string;
      readonly spec?: string;
      readonly overlays?: readonly string[];
    })
  /**
   * Written before the request goes out: the server may have stored this. One that is sent again, because it was
   * turned away or its connection refused, keeps its trace and has a line for each time: it may be stored more than once.
   */
  | (RequestEntry & {
      readonly event: "sending";
      readonly target: string;
      readonly operation: string;
      readonly method: string;
      /** Below the base address. */
      readonly path: string;
      /** The words in the body that no other request has. */
      readonly words: readonly string[];
      /** As it was sent, without secrets. */
      readonly body: string;
    })
  /** Written after an answer (201, or any 2xx) with an id, in decimal: the server has stored this. */
  | (RequestEntry & { readonly event: "created"; readonly id: string })
  /** Of any description: what became of a creation, and whose the items are that it led to. */
  | (Entry & ItemChange);

/** A line of the same journal: before what is there once is changed, with the request that restores it, and once that is done. */
export interface ChangeEntry extends Entry, SingletonChange {
  readonly target: string;
}

/** The run that a journal is about. */
interface JournalledRun {
  /** Tells it from all others. */
  readonly id: string;
  /** Takes secrets out of what goes out: the target may have chosen a part of it. */
  readonly hide: Redact;
  /** The words of the run in a text. */
  readonly wordsIn: (text: string) => readonly string[];
  readonly target: string;
  /** The version of pedigree. */
  readonly tool: string;
  readonly spec: string | undefined;
  readonly overlays: readonly string[] | undefined;
}

/** Where lines go. */
interface Listeners {
  readonly onCreation?: ((entry: CreationEntry) => void) | undefined;
  readonly onChange?: ((entry: ChangeEntry) => void) | undefined;
}

/** Passes on to the journal everything that a run may create. */
export function createCreationJournal(
  { id: run, hide, wordsIn, target, tool, spec, overlays }: JournalledRun,
  { onCreation, onChange: writeChange = () => {} }: Listeners,
) {
  let heldBack: string | undefined;
  let isBegun = false;
  const now = (): string => new Date().toISOString();
  const note = (error: unknown): void => {
    heldBack ??= error instanceof Error ? error.message : String(error);
  };
  const begin = (): void => {
    if (isBegun) return;
    const described = { ...(spec !== undefined && { spec }), ...(overlays !== undefined && { overlays }) };
    onCreation?.({ event: "run", run, at: now(), target, tool, ...described });
    isBegun = true;
  };
  const write = (entry: CreationEntry): void => {
    begin();
    onCreation?.(entry);
  };
  /** An entry on a request that the journal has already. A failure holds the next request back. */
  const writeIfPossible = (entry: CreationEntry): void => {
    try {
      write(entry);
    } catch {
      return;
    }
  };
  return {
    /**
     * Called before a request goes out.
     * @throws whatever kept it from being written down: the request is held back then
     */
    sending: ({ operation, method, path, body }: Case, trace: string): void => {
      if (method === "GET" || method === "HEAD") return;
      const text = body === undefined ? "" : hide(bodyBytes(body).toString("utf8"));
      const request = { operation, method, path: hide(path), words: wordsIn(text) };
      try {
        write({ event: "sending", at: now(), run, trace, target, ...request, body: text });
      } catch (error) {
        note(error);
        throw error;
      }
    },
    /** Called before a singleton is changed, and after it was restored. Returns whether that stands in the journal. */
    change: (change: SingletonChange): boolean => {
      try {
        begin();
        writeChange({ run, at: now(), target, ...change, body: hide(change.body) });
        return true;
      } catch (error) {
        note(error);
        return false;
      }
    },
    /** Called when the server says that it created an item. */
    created: (id: bigint, trace: string): void =>
      writeIfPossible({ event: "created", run, at: now(), trace, id: hide(`${id}`) }),
    /** Called when something becomes known of the items of a creation. */
    item: (change: ItemChange): void => writeIfPossible({ run, at: now(), ...hideAddresses(change, hide) }),
    /** Why a request was held back, if one was. */
    heldBack: () => heldBack,
  };
}

function hideAddresses(change: ItemChange, hide: Redact): ItemChange {
  switch (change.event) {
    case "answered":
      return { ...change, items: change.items.map(hide) };
    case "unsent":
      return change;
    case "moved":
      return { ...change, path: hide(change.path), to: hide(change.to) };
    case "owned":
    case "disowned":
    case "gone":
      return { ...change, path: hide(change.path) };
  }
}
