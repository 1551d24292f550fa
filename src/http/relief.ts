import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of large answers after which memory is given back. */
const most = 4 * 1024 * 1024;

/** Keeps the memory of a process small that reads many large answers. */
export interface Relief {
  /** Takes down that so many bytes were read. */
  readonly add: (bytes: number) => void;
}

/** Large answers are garbage sooner than the engine collects it of its own accord; a CI job has little memory. */
export function createRelief(): Relief {
  let read = 0;
  let collect: (() => void) | undefined;
  return {
    add: (bytes) => {
      read += bytes;
      if (read < most) return;
      read = 0;
      collect ??= findCollector();
      collect();
    },
  };
}

function findCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return typeof found === "function" ? () => void found() : () => undefined;
}
