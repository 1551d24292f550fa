import { readFileSync } from "node:fs";
import { setInterval } from "node:timers";

/** Of the clock by which processor time is told, in a second. */
const ticks = 100;

/** The most memory that a process was seen to hold at once, in MB, and its processor time, in seconds. Source: proc(5). */
export function watchUse(pid: number): { readonly stop: () => { memory: number; seconds: number } } {
  let [memory, seconds] = [0, 0];
  const look = (): void => {
    try {
      const [, kilobytes = "0"] = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      memory = Math.max(memory, Number(kilobytes) / 1024);
      // After the name of the command, which is in brackets: state, and ten others before user and system time.
      const times = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")
        .slice(11, 13);
      seconds = Math.max(seconds, times.reduce((sum, each) => sum + Number(each), 0) / ticks);
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return { memory, seconds };
    },
  };
}
