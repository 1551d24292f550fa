// cases.js KEY MANY: what random cases cost, through the library, beside a bare undici loop over the same requests.
import { Pool } from "undici";
import { loadContract, runConformance } from "../dist/library/index.js";
import { launchReferenceProcess } from "../dist/settings/target.js";

const [, , , many] = process.argv;
const contract = loadContract();
const server = await launchReferenceProcess(contract);
const { baseUrl, key } = server;
const few = 20_000;

const measured = async (work) => {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, microseconds: user + system, seconds: (performance.now() - began) / 1000 };
};
const run = (cases, more = {}) =>
  measured(() => runConformance({ contract, baseUrl, key, cases, seed: 7, readOnly: false, ...more }));
const print = (what, figure) => console.log(`${what}\t${figure}`);

await run(1000);
const [short, long] = [await run(1000), await run(few)];
const { entries } = long.result.exchanges;
const requests = entries
  .filter(({ label, credential }) => credential === "the good key" && /random/.test(label))
  .map(({ request }) => {
    const { pathname, search } = new URL(request.url);
    const headers = { ...Object.fromEntries(request.headers), authorization: `Bearer ${key}` };
    return { method: request.method, path: pathname + search, headers, body: request.body?.text ?? null };
  });
const loop = (count) =>
  measured(async () => {
    const pool = new Pool(new URL(baseUrl).origin, { connections: 8 });
    let next = 0;
    const send = async () => {
      while (next < count) {
        const { body } = await pool.request(requests[next++ % requests.length]);
        await body.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 8 }, send));
    await pool.close();
  });
await loop(1000);
const sent = long.result.run.requests - short.result.run.requests;
const bare = await loop(sent);
const ofCase = (long.microseconds - short.microseconds) / (few - 1000);
const ofRequest = bare.microseconds / sent;
const perSecond = (few - 1000) / (long.seconds - short.seconds);
print("processor time of a random case", `${ofCase.toFixed(0)} µs`);
print("  of a request of the bare loop", `${ofRequest.toFixed(0)} µs`);
print("random cases a second", `${perSecond.toFixed(0)}`);
print("  in units of the bare loop", (perSecond / (sent / bare.seconds)).toFixed(2));

const memory = [];
const collect = (at) => {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  memory.push([at, heapUsed / 2 ** 20, rss / 2 ** 20]);
};
const wanted = [few, Number(many) / 2, Number(many)];
const onEvent = (event) => {
  if (event.kind === "random-cases" && event.cases >= (wanted[0] ?? Number.POSITIVE_INFINITY)) {
    collect(event.cases);
    wanted.shift();
  }
};
await run(Number(many) + 200, { onEvent, longest: 3_600_000 });
for (const [cases, heap, resident] of memory)
  print(`memory after ${cases} cases`, `heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB`);
await server.stop();
