import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/pedigree.js";
import { startDaemon } from "./daemon.js";

/** A tinyproxy of Debian. */
export interface Tinyproxy {
  readonly url: string;
  /** What it was asked for, each `CONNECT 127.0.0.2:443` or `GET http://127.0.0.2/v1/pets`. */
  readonly asked: () => readonly string[];
}

/**
 * Starts one at 127.0.0.1. It ends with the test.
 * @param login the user and password that it wants, with a blank between; absent if anyone may use it
 */
export async function startTinyproxy(login?: string): Promise<Tinyproxy> {
  const file = join(temporaryFolder(), "tinyproxy.conf");
  const { port, said } = await startDaemon("tinyproxy", (free) => {
    const lines = [`Port ${free}`, "Listen 127.0.0.1", "Timeout 60", "MaxClients 100", "LogLevel Connect"];
    if (login !== undefined) lines.push(`BasicAuth ${login}`);
    writeFileSync(file, `${lines.join("\n")}\n`);
    return ["-d", "-c", file];
  });
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () =>
      [...said().matchAll(/Request \(file descriptor \d+\): (\S+ \S+) HTTP/g)].map(([, line = ""]) => line),
  };
}
