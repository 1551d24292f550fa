import { once } from "node:events";
import { Agent, request as ask } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { startReferenceServer } from "../../src/server/index.js";
import { contract } from "../servers/judging.js";
import { listenRaw, response, type WireRequest } from "../transport/raw-server.js";
import type { Behaviour, StoreReply } from "./behaviour.js";

/** Shares no run of five characters with anything that a report says of its own. */
export const key = "Zq7x+Wv3.kPj9mTd5h";

/** Starts a server that behaves so. */
export async function startHostileServer([, , respond, { greet, accepts = true } = {}]: Behaviour) {
  const store = openStore();
  const other = await listenRaw(() => response(200, "[]"));
  const main = accepts ? await listenRaw(visit, greet) : await listenWithoutAccepting();

  function visit(socket: Socket, request: WireRequest): undefined {
    const authorization = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? "";
    const credential = authorization.replace(/^\S+\s*/, "");
    const how = { socket, request, credential, elsewhere: other.baseUrl, store: () => store.ask(request) };
    // The run may be over before the store has answered.
    Promise.resolve(respond(how)).catch(() => socket.destroy());
  }

  return {
    url: `http://127.0.0.1:${main.port}/v1`,
    /** How many connections went to the other server. */
    strayed: other.connections,
    close: () => Promise.all([main.close(), other.close(), store.close()]),
  };
}

/** A store that conforms, for a hostile server to stand in front of. It is started when it is first asked. */
function openStore() {
  const agent = new Agent({ keepAlive: true });
  let starting: ReturnType<typeof startReferenceServer> | undefined;
  return {
    ask: async ({ line, headers, body }: WireRequest): Promise<StoreReply> => {
      starting ??= startReferenceServer({ contract, key });
      const { hostname, port } = new URL((await starting).baseUrl);
      const [method, path] = line.split(" ");
      const onward = { agent, hostname, port, method, path, headers: headers.flat(), setHost: false };
      return new Promise((resolve, reject) => {
        const outgoing = ask(onward, (incoming) => {
          const { statusCode: status = 0, rawHeaders } = incoming;
          buffer(incoming).then(
            (content) => resolve({ status, headers: headersOfMessage(rawHeaders), body: content }),
            reject,
          );
        });
        outgoing.on("error", reject).end(body);
      });
    },
    close: async (): Promise<void> => {
      agent.destroy();
      await (await starting)?.close();
    },
  };
}

/** Of the message, not of the connection. */
function headersOfMessage(raw: readonly string[]): StoreReply["headers"] {
  const all = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
  return all.filter(([name]) => !/^(connection|keep-alive|content-length|date)$/i.test(name));
}

const deaf = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** Listens, but accepts nothing: the queue of those who want to connect is full. */
async function listenWithoutAccepting() {
  const worker = new Worker(deaf, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const queue = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const close = async (): Promise<void> => {
    for (const socket of queue) socket.destroy();
    await worker.terminate();
  };
  return { port, close };
}
