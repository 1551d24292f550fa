import { gzipSync } from "node:zlib";
import { type Behaviour, breaks, harmless, hopeless } from "./behaviour.js";
import { tellEverywhere } from "./telling.js";
import { everywhere, head, onWire, whereFetched, whereStore, whole } from "./wire.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const swapped = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
const escaped = (text: string): string =>
  [...text].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("");
const pieces = (text: string): string =>
  [8, 9, 10, 11].map((length) => [...text.matchAll(new RegExp(`.{${length}}`, "g"))].join(" - ")).join("\n");

/** What becomes of a key on its way back. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  "as it is": (key) => key,
  "in base64": (key) => `${base64(key)} ${base64(`a${key}`)} ${base64(`ab${key}`)}`,
  "with its header, in base64": (key) => base64(`Authorization: Bearer ${key}`),
  "percent-encoded": percent,
  "in escapes of JSON": escaped,
  "in hexadecimal": (key) => Buffer.from(key).toString("hex"),
  "in letters of the other case": swapped,
  "cut into pieces of 8 to 11 characters": pieces,
  "after 32 KB, where a report cuts": (key) => "-".repeat(32 * 1024 - 90) + `${key} `.repeat(10),
};

const everySpelling = Object.entries(spellings).map(
  ([how, spell]): Behaviour => ({
    name: `sends the key back ${how}, in Errors, animals, headers and reasons, and in place of JSON`,
    expected: breaks("ERR-4"),
    response: tellEverywhere(({ credential }) => (credential === "" ? "" : spell(credential))),
  }),
);

/** The key where nobody looks for it. */
export const keyBehaviours: readonly Behaviour[] = [
  ...everySpelling,
  {
    name: "sends the key back in the names of headers",
    expected: harmless,
    response: everywhere(
      (socket, reply, { credential }) =>
        void socket.write(onWire(reply, [`X-${credential.replaceAll(/[^\w+.-]/g, "")}: 1`])),
    ),
  },
  {
    name: "sends the key back as the reason, as chunk extensions and in trailers",
    expected: harmless,
    response: everywhere((socket, { status, body }, { credential }) => {
      const told = credential.replaceAll(/[^\w+.-]/g, "");
      const lines = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
      const first = `${head(status, lines, told)}${body.length.toString(16)};${told}=${told}\r\n`;
      socket.write(Buffer.concat([Buffer.from(first), body, Buffer.from(`\r\n0\r\nX-Key: ${told}\r\n\r\n`)]));
    }),
  },
  {
    name: "sends the key back as the media type",
    expected: breaks("GEN-1"),
    response: everywhere((socket, reply, { credential }) => {
      socket.write(onWire({ ...reply, headers: [["Content-Type", `application/${credential}`]] }));
    }),
  },
  {
    name: "sends the key back as the coding of fetched animals",
    expected: breaks("GEN-4"),
    response: whereFetched(
      ({ socket, credential }, { body }) =>
        void socket.write(whole(200, gzipSync(body), [`Content-Encoding: ${credential}`])),
    ),
  },
  {
    name: "sends the key back in place of HTTP",
    expected: hopeless,
    response: ({ socket, credential }) => void socket.end(`${credential}\r\n${credential}\r\n\r\n`),
  },
  {
    name: "sends the key back in a broken header of fetched animals",
    expected: breaks("GET-1"),
    response: whereFetched(
      ({ socket, credential }, { body }) => void socket.write(whole(200, body, [credential])),
    ),
  },
  {
    name: "redirects to an address with the key in it",
    expected: hopeless,
    response: ({ socket, elsewhere, credential }) => {
      const location = `${elsewhere}/login?key=${encodeURIComponent(credential)}#${credential}`;
      socket.write(head(302, [`Location: ${location}`, "Content-Length: 0"]));
    },
  },
  {
    name: "sends the key back in bytes that are no text",
    expected: breaks("GEN-1"),
    response: whereStore(
      ({ reply }) => reply.status < 300,
      ({ socket, credential }, reply) => {
        const bytes = [
          Buffer.from([0xff, 0xfe]),
          Buffer.from(credential),
          Buffer.from(credential, "utf16le"),
        ];
        socket.write(onWire({ ...reply, body: Buffer.concat(bytes) }));
      },
    ),
  },
];
