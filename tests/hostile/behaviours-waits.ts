import { type Behaviour, breaks, doubtful, harmless, hopeless } from "./behaviour.js";
import { head, onWire, say, whereFetched, whereStore, whole } from "./wire.js";

const asks: readonly (readonly [how: string, headers: readonly string[]])[] = [
  ["", []],
  [" and asks to wait a second", ["Retry-After: 1"]],
  [" and asks not to wait at all", ["Retry-After: 0"]],
  [" and asks to wait a year, in seconds", ["Retry-After: 31536000"]],
  [" and asks to wait until a far day", ["Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"]],
  [" and asks to wait until a day long ago", ["Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"]],
  [" and asks to wait for less than nothing", ["Retry-After: -5"]],
  [" and asks to wait for garbage", ["Retry-After: soon; or later"]],
  [" and asks to wait 10,000 digits of seconds", [`Retry-After: ${"9".repeat(10_000)}`]],
  [" and asks to wait twice", ["Retry-After: 0", "Retry-After: 0"]],
];

const busy = JSON.stringify({ code: "busy", message: "Later.", status: 429 });

/** Nobody gets anywhere. */
const turningAway: readonly Behaviour[] = [429, 503].flatMap((status) =>
  asks.map(([how, headers]) => ({
    name: `answers everything with ${status}${how}`,
    expected: hopeless,
    response: say(whole(status, busy, headers)),
  })),
);

const redirects = [301, 302, 303, 307, 308];

/** The key is for the target, and for nobody to whom it redirects. */
const redirecting: readonly Behaviour[] = redirects.flatMap((status): Behaviour[] => [
  {
    name: `redirects everything with ${status} to another host`,
    expected: hopeless,
    response: ({ socket, request, elsewhere }) => {
      const target = elsewhere.replace(/\/v1$/, request.path);
      socket.write(head(status, [`Location: ${target}`, "Content-Length: 0"]));
    },
  },
  {
    name: `redirects fetched animals with ${status} to another host`,
    expected: breaks("GET-1"),
    response: whereFetched(({ socket, elsewhere }) => {
      socket.write(head(status, [`Location: ${elsewhere}/pets/1`, "Content-Length: 0"]));
    }),
  },
]);

/** Behaviours of which waiting, or going where one is sent, would be the wrong answer. */
export const waitBehaviours: readonly Behaviour[] = [
  ...turningAway,
  ...redirecting,
  {
    name: "redirects everything to itself",
    expected: hopeless,
    response: ({ socket, request }) =>
      void socket.write(head(302, [`Location: ${request.path}`, "Content-Length: 0"])),
  },
  {
    name: "redirects to what a terminal or a CI server would act on",
    expected: hopeless,
    response: say(
      head(302, ["Location: ::error::##vso[task.complete]\x9b2J javascript:alert(1)", "Content-Length: 0"]),
    ),
  },
  {
    name: "lets nobody add an animal: 429",
    expected: doubtful,
    response: whereStore(
      ({ request }) => request.method === "POST",
      ({ socket }) => void socket.write(whole(429, busy)),
    ),
  },
  {
    name: "answers every fifth request with 429 and no Retry-After",
    expected: harmless,
    response: (() => {
      let count = 0;
      return whereStore(
        () => ++count % 5 === 0,
        ({ socket }) => void socket.write(whole(429, busy)),
      );
    })(),
  },
  {
    name: "asks with every answer, good or bad, to wait a year",
    expected: { exitCode: 0, within: 20_000 },
    response: whereStore(
      () => true,
      ({ socket }, reply) => {
        socket.write(onWire(reply, ["Retry-After: 31536000"]));
      },
    ),
  },
];
