// Sends the requests of a report again, unjudged, with undici alone: what any client takes at least.
// bare-loop.js REPORT [TIMES [CONNECTIONS]]
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { launchReferenceProcess } from "../dist/cli/target.js";
import { loadContract } from "../dist/library/index.js";

const [, , report, times = "1", connections = "1"] = process.argv;
const { exchanges } = JSON.parse(readFileSync(report, "utf8"));
const server = await launchReferenceProcess(loadContract());
const { origin } = new URL(server.baseUrl);
const pool = new Pool(origin, { connections: Number(connections) });
const requests = exchanges.entries.map(({ request, credential }) => {
  const { pathname, search } = new URL(request.url);
  // How a body is framed is undici's own business.
  const headers = Object.fromEntries(
    request.headers.filter(([name]) => !/^(transfer-encoding|content-length)$/i.test(name)),
  );
  if (credential === "the good key") headers.authorization = `Bearer ${server.key}`;
  return { method: request.method, path: pathname + search, headers, body: request.body?.text ?? null };
});
let next = 0;
const send = async () => {
  while (next < requests.length * Number(times)) {
    const { body } = await pool.request(requests[next++ % requests.length]);
    await body.arrayBuffer();
  }
};
await Promise.all(Array.from({ length: Number(connections) }, send));
await pool.close();
await server.stop();
