import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { judge, key, outcomeOf, startServer } from "../servers/judging.js";

const program = fileURLToPath(new URL("../servers/early-front.mjs", import.meta.url));

it.each(["keeps it open", "destroys it", "resets it"])(
  "a server that answers 401 before it reads the body, and %s, the connection, conforms in every run",
  async (end) => {
    for (let run = 0; run < 4; run += 1) {
      const { url } = await startServer();
      const front = fork(program, [url, key, end]);
      onTestFinished(() => void front.kill());
      const [port] = await once(front, "message");

      const report = await judge(`http://127.0.0.1:${port}/v1`);

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    }
  },
);
