import { spawnSync } from "node:child_process";

/** How each program that the tests start shows that it is there, and the packages of Debian that it comes with. */
const programs = {
  nginx: { shown: ["nginx", "-v"], packages: "nginx-light" },
  tinyproxy: { shown: ["tinyproxy", "-v"], packages: "tinyproxy" },
  go: { shown: ["go", "version"], packages: "golang-go" },
  "java with a compiler": { shown: ["javac", "-version"], packages: "default-jdk-headless" },
  "Flask and aiohttp for /usr/bin/python3": {
    shown: ["/usr/bin/python3", "-c", "import flask, aiohttp"],
    packages: "python3-flask python3-aiohttp",
  },
} as const;

/**
 * Ends a test file at once, with one sentence, where a program that it starts is not installed.
 * @throws Error that names the packages to install
 */
export function needPrograms(...names: readonly (keyof typeof programs)[]): void {
  const missing = names.filter((name) => {
    const [program, ...args] = programs[name].shown;
    return spawnSync(program, args).status !== 0;
  });
  if (missing.length === 0) return;
  const packages = missing.map((name) => programs[name].packages).join(" ");
  throw new Error(`These tests need ${missing.join(", ")}: apt-get install ${packages}`);
}
