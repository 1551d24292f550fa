import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers";
import { describe, expect, it, onTestFinished } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import type { Behaviour } from "../hostile/behaviour.js";
import { heavyBodyBehaviours, unreadableAlways, unreadableFetched } from "../hostile/behaviours-bodies.js";
import { keyBehaviours } from "../hostile/behaviours-keys.js";
import { sizeBehaviours } from "../hostile/behaviours-sizes.js";
import { textBehaviours } from "../hostile/behaviours-texts.js";
import { startHostileServer } from "../hostile/hostile-server.js";
import { leaksIn } from "../hostile/leaks.js";
import { dangersIn } from "../hostile/ordeal.js";
import { key } from "../hostile/store-behind.js";

const worst = [
  ...among(unreadableAlways, /bomb of gzip|endless|1 GB/),
  ...among(unreadableFetched, /endless/),
  ...among(heavyBodyBehaviours, /2,000,000|name of 5 MB/),
  ...among(sizeBehaviours, /100 KB/),
  ...among(textBehaviours, /commands.*animals/),
  ...among(keyBehaviours, /as it is|place of HTTP/),
];

/** In MB: a CI job may have little more. */
const mostMemory = 400;

describe("a process of pedigree stays small, and writes no part of the key, against a server that", () => {
  it.for(worst.map((each) => [each.name, each] as const))(
    "%s",
    { timeout: 60_000 },
    async ([, behaviour]) => {
      const server = await startHostileServer(behaviour);
      onTestFinished(server.close);
      const folder = temporaryFolder();
      const args = ["run", "--target", server.url, "--timeout", "500ms", "--reports", folder];
      const running = start(args, { environment: { PEDIGREE_API_KEY: key } });
      const memory = watchMemory(running.process.pid ?? 0);

      const { exitCode, stdout, stderr } = await running.ended;

      const peak = memory.stop();
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      expect({
        exitCode,
        trace: /^\s+at .*:\d+:\d+\)?$/m.exec(stderr)?.[0],
        dangers: dangersIn(stdout + stderr),
        leaks: [stdout, stderr, ...files].flatMap(leaksIn),
      }).toEqual({ exitCode: behaviour.expected.exitCode, trace: undefined, dangers: [], leaks: [] });
      expect(files.length).toBeGreaterThan(0);
      expect(peak).toBeGreaterThan(20);
      expect(peak).toBeLessThan(mostMemory);
    },
  );
});

function among(behaviours: readonly Behaviour[], pattern: RegExp): readonly Behaviour[] {
  return behaviours.filter(({ name }) => pattern.test(name));
}

/** The most memory that a process was seen to hold at once, in MB. Source: proc(5), VmHWM. */
function watchMemory(pid: number): { readonly stop: () => number } {
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
