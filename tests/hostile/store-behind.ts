import { Agent, request as ask } from "node:http";
import { startReferenceServer } from "../../src/reference/index.js";
import { contract } from "../servers/judging.js";
import type { WireRequest } from "./hostile-server.js";

/** Shares no run of five characters with anything that a report says of its own. */
export const key = "Zq7x+Wv3.kPj9mTd5h";

/** What a store that conforms answers to a request. */
export interface StoreReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A store that conforms, for a hostile server to stand in front of. */
export interface StoreBehind {
  readonly ask: (request: WireRequest) => Promise<StoreReply>;
  readonly close: () => Promise<void>;
}

/** Starts it when it is asked for the first time. */
export function openStore(): StoreBehind {
  const agent = new Agent({ keepAlive: true });
  let starting: ReturnType<typeof startReferenceServer> | undefined;
  return {
    ask: async ({ method, path, headers, body }) => {
      starting ??= startReferenceServer({ contract, key });
      const { hostname, port } = new URL((await starting).url);
      return new Promise((resolve, reject) => {
        const passed = headers.flat();
        const onward = ask(
          { agent, hostname, port, method, path, headers: passed, setHost: false },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
            response.on("end", () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: pairs(response.rawHeaders),
                body: Buffer.concat(chunks),
              }),
            );
          },
        );
        onward.on("error", reject).end(body);
      });
    },
    close: async () => {
      agent.destroy();
      await (await starting)?.close();
    },
  };
}

/** Of the message, not of the connection. */
function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  const all = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
  return all.filter(([name]) => !/^(connection|keep-alive|content-length|date)$/i.test(name));
}
