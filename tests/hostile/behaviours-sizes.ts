import { type Behaviour, breaks, harmless } from "./behaviour.js";
import { onWire, whereStore } from "./wire.js";

const animals = (name: string): Buffer =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: 20 }, (_, id) => ({ id: -id - 1, name, categoryId: 1, status: "sold" })),
    ),
  );

/** Every list is this. */
const lists = (body: Buffer): Behaviour["response"] =>
  whereStore(
    ({ request, reply }) =>
      request.method === "GET" && /\/pets(\?|$)/.test(request.path) && reply.status === 200,
    ({ socket }, reply) => void socket.write(onWire({ ...reply, body })),
  );

/** Much to read, and much to keep. */
export const sizeBehaviours: readonly Behaviour[] = [
  {
    name: "lists the same 20 animals with names of 100 KB, whatever is asked",
    expected: breaks("LIST-3"),
    response: lists(animals("a".repeat(100_000))),
  },
  {
    name: "lists the same 20 animals with names of escapes, whatever is asked",
    expected: breaks("LIST-3"),
    response: lists(animals("\u001b\ud800".repeat(5000))),
  },
  {
    name: "adds 60 KB of headers to every answer",
    expected: harmless,
    response: whereStore(
      () => true,
      ({ socket }, reply) => {
        socket.write(
          onWire(
            reply,
            Array.from({ length: 60 }, (_, at) => `X-${at}: ${"\\x41%41".repeat(140)}`),
          ),
        );
      },
    ),
  },
];
