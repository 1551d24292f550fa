import { type Behaviour, breaks, harmless } from "./behaviour.js";
import { everywhere, onWire, whereStore } from "./wire.js";

const replacing = (name: string, value: string): Behaviour["response"] =>
  everywhere((socket, reply) => {
    const others = reply.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
    socket.write(onWire({ ...reply, headers: [...others, [name, value]] }));
  });

const long = 60_000;

/** Values that are read, and made to be slow to read or far away. */
export const headerBehaviours: readonly Behaviour[] = [
  ...["<", ";", '<a>;rel="', '<a>;"\\'].map((part) => ({
    name: `sends a Link header of 60 KB of ${JSON.stringify(part)}`,
    expected: harmless,
    response: replacing("Link", part.repeat(long / part.length)),
  })),
  ...[",", 'Bearer realm="'].map((part) => ({
    name: `sends a WWW-Authenticate header of 60 KB of ${JSON.stringify(part)}`,
    expected: harmless,
    response: replacing("WWW-Authenticate", `x${part.repeat(long / part.length)}`),
  })),
  ...["@1;", "9", " "].map((part) => ({
    name: `sends Deprecation and Sunset headers of 30 KB of ${JSON.stringify(part)}`,
    expected: harmless,
    response: whereStore(
      ({ request }) => /\/pets\//.test(request.path),
      ({ socket }, reply) => {
        const value = `1${part.repeat(long / part.length / 2)}x`;
        socket.write(onWire(reply, [`Deprecation: ${value}`, `Sunset: ${value}`]));
      },
    ),
  })),
  ...["application/json;", "a/b+"].map((part) => ({
    name: `sends a Content-Type of 60 KB of ${JSON.stringify(part)}`,
    expected: part.startsWith("application/json") ? harmless : breaks("GEN-1"),
    response: replacing("Content-Type", `${part.repeat(long / part.length)}x`),
  })),
  {
    name: "announces the removal for the year 275761",
    expected: breaks("DEP-2"),
    response: everywhere((socket, reply, { request }) => {
      const more = ["Sunset: Tue, 01 Jan 275761 00:00:00 GMT", "Deprecation: @999999999999"];
      socket.write(onWire(reply, /\/pets\//.test(request.path) ? more : []));
    }),
  },
  {
    name: "announces the removal for a day that does not exist",
    expected: harmless,
    response: everywhere((socket, reply, { request }) => {
      const more = ["Sunset: Sat, 99 Zzz 9999 99:99:99 GMT", "Deprecation: @-99999999999999999999"];
      socket.write(onWire(reply, /\/pets\//.test(request.path) ? more : []));
    }),
  },
];
