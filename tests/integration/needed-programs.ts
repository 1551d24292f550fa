import { spawnSync } from "node:child_process";

/** How each program that the tests start shows that it is there, and the packages of Debian that it comes with. */
const needed = [
  { what: "nginx", command: ["nginx", "-v"], packages: "nginx-light" },
  { what: "tinyproxy", command: ["tinyproxy", "-v"], packages: "tinyproxy" },
  { what: "go", command: ["go", "version"], packages: "golang-go" },
  { what: "java with a compiler", command: ["javac", "-version"], packages: "default-jdk-headless" },
  {
    what: "Flask and aiohttp for /usr/bin/python3",
    command: ["/usr/bin/python3", "-c", "import flask, aiohttp"],
    packages: "python3-flask python3-aiohttp",
  },
];

/** Ends the test command at once, with one sentence, where a program that the tests start is not installed. */
export default function needPrograms(): void {
  const missing = needed.filter(
    ({ command: [program = "", ...args] }) => spawnSync(program, args).status !== 0,
  );
  if (missing.length === 0) return;
  const whats = missing.map(({ what }) => what).join(", ");
  const packages = missing.map((each) => each.packages).join(" ");
  process.stderr.write(`The integration tests need ${whats}: apt-get install ${packages}\n`);
  process.exit(1);
}
