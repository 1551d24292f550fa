import { spawnSync } from "node:child_process";

const needed = ["nginx", "openssl", "tinyproxy"];

/** Ends the test command at once, with one sentence, where a program that the tests start is not installed. */
export default function needPrograms(): void {
  const missing = needed.filter((program) => spawnSync(program, ["-v"]).error !== undefined);
  if (missing.length === 0) return;
  process.stderr.write(
    `The integration tests need ${missing.join(" and ")}: apt-get install nginx-light openssl tinyproxy\n`,
  );
  process.exit(1);
}
