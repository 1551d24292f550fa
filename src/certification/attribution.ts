import { AsyncLocalStorage } from "node:async_hooks";
import type { Network } from "../run/index.js";

/** The name of steps that belong to no attempt: of what is looked at before and between the checks. */
const betweenAttempts = "run";

/** Counts the steps of one attempt. */
interface Steps {
  readonly name: string;
  /** The check, of an attempt. */
  readonly check?: string;
  count: number;
}

/** One for all runs: each of them would make every promise of the process slower, and none is ever given back. */
const storage = new AsyncLocalStorage<Steps>();

/**
 * Names every step of a run by the check, its input, the attempt and the step in it, so that a step has the same name
 * when the suite runs again, whatever else is under way at the same time.
 */
export function createAttribution() {
  const others: Steps = { name: betweenAttempts, count: 0 };
  const attempts = new Map<string, number>();
  return {
    /** The name of the next step of what is under way here. */
    nextStep: (): string => {
      const steps = storage.getStore() ?? others;
      steps.count += 1;
      return `${steps.name}/${steps.count}`;
    },
    /** The check that is under way here; undefined between the attempts. */
    currentCheck: (): string | undefined => storage.getStore()?.check,
    /** Ties a function to the attempt that is under way now: wherever it is called, its steps are steps of this attempt. */
    bind: <Given extends readonly unknown[], Value>(call: (...given: Given) => Value) => {
      const steps = storage.getStore();
      return (...given: Given): Value => storage.run(steps ?? others, call, ...given);
    },
    within: ((check, input, work) => {
      const of = `${check} ${digestOf(input)}`;
      const attempt = (attempts.get(of) ?? 0) + 1;
      attempts.set(of, attempt);
      return storage.run({ name: `${of} ${attempt}`, check, count: 0 }, work);
    }) satisfies Network["within"],
  };
}

/** A hash of 32 bits (FNV-1a) that tells the inputs of one check apart. Inputs with the same hash differ in their order. */
function digestOf(input: unknown): string {
  const text =
    JSON.stringify(input, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? "";
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return (digest >>> 0).toString(16);
}
