// Sends the requests of a report again, unjudged, with undici alone: what any client takes at least.
// bare-loop.js REPORT
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { loadContract } from "../dist/library/index.js";
import { launchReferenceProcess } from "../dist/settings/target.js";

const { exchanges } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const server = await launchReferenceProcess(loadContract());
const { origin } = new URL(server.baseUrl);
const pool = new Pool(origin, { connections: 1 });
for (const { request, credential } of exchanges.entries) {
  const { pathname, search } = new URL(request.url);
  // How a body is framed is undici's own business.
  const headers = Object.fromEntries(
    request.headers.filter(([name]) => !/^(transfer-encoding|content-length)$/i.test(name)),
  );
  if (credential === "the good key") headers.authorization = `Bearer ${server.key}`;
  const path = pathname + search;
  const { body } = await pool.request({
    method: request.method,
    path,
    headers,
    body: request.body?.text ?? null,
  });
  await body.arrayBuffer();
}
await pool.close();
await server.stop();
