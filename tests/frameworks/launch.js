import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const node = process.execPath;
// Debian's own, which has Debian's packages.
const python = "/usr/bin/python3";

/** How each is started, in this folder: an Animal Store as users of the framework write it. */
const commands = {
  "node:http": [node, "node/plain-http.js"],
  express: [node, "node/express.js"],
  fastify: [node, "node/fastify.js"],
  hono: [node, "node/hono.js"],
  koa: [node, "node/koa.js"],
  "net/http": ["go", "run", "go/main.go"],
  "http.server": [python, "python/http-server.py"],
  flask: [python, "python/flask-store.py"],
  aiohttp: [python, "python/aiohttp-store.py"],
  "com.sun.net.httpserver": ["java", "java/AnimalStore.java"],
};

/** The frameworks of Node, then those of other languages. */
export const nodeFrameworks = Object.keys(commands).slice(0, 5);
export const otherFrameworks = Object.keys(commands).slice(5);

/** In ms: compiling takes its time on a busy machine. */
const startsWithin = 60_000;

/**
 * Starts the Animal Store of a framework in a process of its own, at a free port, with an empty store.
 * @param {string} name
 * @param {string} key
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function launchFramework(name, key) {
  const [program, ...args] = commands[name] ?? [];
  if (program === undefined) throw new Error(`there is no framework ${name}`);
  // A group of its own, since "go run" does not pass signals on.
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, API_KEY: key, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    if (child.pid === undefined) return;
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
  };
  const address = new Promise((resolve, reject) => {
    let text = "";
    const read = (part) => {
      text += part;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    };
    const fail = (reason) => reject(new Error(`${name} did not start: ${reason}\n${text}`));
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    setTimeout(fail, startsWithin, "it gave no address in time").unref();
    child.once("error", fail);
    child.once("close", (code) => fail(`it ended with ${code}`));
  });
  try {
    return { url: `${await address}/v1`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
