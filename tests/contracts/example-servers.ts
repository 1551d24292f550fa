import { spawn } from "node:child_process";
import { once } from "node:events";
import { start as startExpress } from "../../examples/express/server.js";
import { start as startFastify } from "../../examples/fastify/server.js";
import { start as startHono } from "../../examples/hono/server.js";
import { start as startKoa } from "../../examples/koa/server.js";
import type { Start } from "./front.js";

export const folder = new URL("../../examples/", import.meta.url).pathname;

/** Starts the example in Python on a free port. `delay`: when an item that is created with 202 is there, in s. */
export const startPython = async ({
  key,
  delay = 0.2,
}: {
  readonly key: string;
  readonly delay?: number;
}) => {
  const server = spawn("python3", [`${folder}python/server.py`], {
    env: { ...process.env, PORT: "0", KEY: key, DELAY: `${delay}` },
  });
  const [chunk] = (await once(server.stdout, "data")) as [Buffer];
  return {
    address: chunk.toString().trim(),
    close: async () => void server.kill(),
  };
};

/**
 * The honest servers of `examples/`, each with its description, its key, and how the conclusion of a run on it begins.
 * In Python, items that are created with 202 belong to nobody until they are read: six requirements are about these.
 */
export const examples: readonly [name: string, start: Start, file: string, key: string, sentence: RegExp][] =
  [
    ["Fastify", startFastify as Start, "fastify/openapi.yaml", "library-key-123", /^conforms, (\d+) of \1 /],
    ["Express", startExpress as Start, "express/openapi.yaml", "desk-key-123", /^conforms, (\d+) of \1 /],
    ["Hono", startHono as Start, "hono/openapi.yaml", "rooms-key-123", /^conforms, (\d+) of \1 /],
    ["Koa", startKoa as Start, "koa/openapi.yaml", "admin:secret-123", /^conforms, (\d+) of \1 /],
    [
      "Python",
      startPython,
      "python/openapi.json",
      "recipe-key-123",
      /^conforms, (no valid request to read_photo got a 2xx, )?1\d\d of 1\d\d /,
    ],
  ];
