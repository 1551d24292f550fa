import { readFileSync } from "node:fs";
import { setInterval } from "node:timers";

/** The most memory that a process was seen to hold at once, in MB. Source: proc(5), VmHWM. */
export function watchMemory(pid: number): { readonly stop: () => number } {
  let peak = 0;
  const look = (): void => {
    try {
      const [, kilobytes = "0"] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      peak = Math.max(peak, Number(kilobytes) / 1024);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}
