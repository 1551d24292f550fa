import { gzipSync } from "node:zlib";
import {
  type Behaviour,
  breaks,
  expecting,
  harmless,
  hopeless,
  type StoreReply,
  type Visit,
} from "./behaviour.js";
import { adding, changing, everywhere, head, onWire, where, whereFetched, whole } from "./wire.js";

/** What a text is meant to do to whoever shows it, and the text. */
const texts: Readonly<Record<string, string>> = {
  "terminal escapes":
    "\u001b[2J\u001b[31mred\u001b]8;;http://evil.test\u0007link\u001b]8;;\u0007\u0007\u0008\u009b2J\u009d0;title\u009c\u001bP1$r\u001b\\",
  "commands to CI servers":
    "::error::first\n::set-output name=a::b\n  ::add-mask::***\r\n##vso[task.complete result=Succeeded]\n##[group]x\r::endgroup::\u2028::warning::w\n\t::stop-commands::t\n##teamcity[buildStop comment='x']",
  markup:
    ']]><script>alert(1)</script><![CDATA[&amp;&lol;&#0;<!--<!DOCTYPE x [<!ENTITY lol "lol">]>\'"</failure>',
  "characters that XML has not": "\u0000\u0001\u000b\ufffe\uffff\u{1ffff} \ud83d \udc15\udc15",
  "overrides of the writing direction": "\u202egnp.exe\u202c\u2066x\u2069\u200f\u061c\u200b\ufeff",
  "a very long line": `${"a".repeat(39_999)}\n`,
  "many lines": "\n::error::x".repeat(5000),
};

const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** Each character's code, in two hexadecimal digits. */
const inHex = (text: string, prefix = ""): string =>
  Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16)).join("");
const swapCase = (letter: string): string => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase());
const inPieces = (text: string, length: number): string =>
  [...text.matchAll(new RegExp(`.{${length}}`, "g"))].join(" - ");

/** What becomes of a key on its way back. */
const spellings: Readonly<Record<string, (key: string) => string>> = {
  "as it is": (key) => key,
  "in base64": (key) => `${base64(key)} ${base64(`a${key}`)} ${base64(`ab${key}`)}`,
  "with its header, in base64": (key) => base64(`Authorization: Bearer ${key}`),
  "percent-encoded": (key) => inHex(key, "%"),
  "in escapes of JSON": (key) => inHex(key, "\\u00"),
  "in hexadecimal": (key) => inHex(key),
  "in letters of the other case": (key) => key.replaceAll(/[a-z]/gi, swapCase),
  "cut into pieces of 8 to 11 characters": (key) =>
    [8, 9, 10, 11].map((each) => inPieces(key, each)).join("\n"),
  "after 32 KB, where a report cuts": (key) => "-".repeat(32 * 1024 - 90) + `${key} `.repeat(10),
};

/** What of the key may stand in a header's name or a chunk extension. */
const asToken = ({ credential }: Visit): string => credential.replaceAll(/[^\w+.-]/g, "");

/** Texts of a store that works, meant for whoever reads the report; and the key, which is meant for nobody. */
export const textBehaviours: readonly Behaviour[] = [
  ...Object.entries(texts).flatMap(([what, text]): readonly Behaviour[] => [
    [`puts ${what} into every Error, where they break no promise`, harmless, tellInErrors(text)],
    [
      `puts ${what} into Errors, animals, headers and reasons, and in place of JSON`,
      breaks("ERR-4"),
      tellEverywhere(() => text),
    ],
  ]),
  ...Object.entries(spellings).map(
    ([how, spell]): Behaviour => [
      `sends the key back ${how}, in Errors, animals, headers and reasons, and in place of JSON`,
      breaks("ERR-4"),
      tellEverywhere(({ credential }) => (credential === "" ? "" : spell(credential))),
    ],
  ),
  ...expecting(harmless, {
    "sends the key back in the names of headers": adding((visit) => [`X-${asToken(visit)}: 1`]),
    "sends the key back as the reason, as chunk extensions and in trailers": everywhere(
      (visit, { status, body }) => {
        const told = asToken(visit);
        const lines = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
        const first = `${head(status, lines, told)}${body.length.toString(16)};${told}=${told}\r\n`;
        const trailer = `\r\n0\r\nX-Key: ${told}\r\n\r\n`;
        visit.socket.write(Buffer.concat([Buffer.from(first), body, Buffer.from(trailer)]));
      },
    ),
  }),
  ...expecting(breaks("GEN-1"), {
    "sends the key back as the media type": changing((reply, { credential }) => ({
      ...reply,
      headers: [["Content-Type", `application/${credential}`]],
    })),
    "sends the key back in bytes that are no text": where(
      (_, { status }) => status < 300,
      ({ socket, credential }, reply) => {
        const parts = [Buffer.of(0xff, 0xfe), Buffer.from(credential), Buffer.from(credential, "utf16le")];
        socket.write(onWire({ ...reply, body: Buffer.concat(parts) }));
      },
    ),
  }),
  ...expecting(breaks("GEN-4"), {
    "sends the key back as the coding of fetched animals": whereFetched(({ socket, credential }, { body }) =>
      socket.write(whole(200, gzipSync(body), [`Content-Encoding: ${credential}`])),
    ),
  }),
  ...expecting(hopeless, {
    "sends the key back in place of HTTP": ({ socket, credential }) =>
      socket.end(`${credential}\r\n${credential}\r\n\r\n`),
    "redirects to an address with the key in it": ({ socket, elsewhere, credential }) => {
      const location = `${elsewhere}/login?key=${encodeURIComponent(credential)}#${credential}`;
      socket.write(head(302, [`Location: ${location}`, "Content-Length: 0"]));
    },
  }),
  ...expecting(breaks("GET-1"), {
    "sends the key back in a broken header of fetched animals": whereFetched(
      ({ socket, credential }, { body }) => socket.write(whole(200, body, [credential])),
    ),
  }),
];

/** A store that works, and tells a text in the texts of its Errors. */
function tellInErrors(text: string): Behaviour[2] {
  const tell = (error: object): object => ({ ...error, code: text, message: text, [text]: text });
  return changing((reply) => (reply.status < 400 ? reply : withJson(reply, tell)));
}

/**
 * A store that tells a text wherever there is room for one: all of an Error, an animal's members besides its own,
 * in place of an animal that is fetched by an odd id, in header values and as the reason.
 */
function tellEverywhere(tell: (visit: Visit) => string): Behaviour["2"] {
  return everywhere((visit, reply) => {
    const text = tell(visit);
    // As bytes of a header or a reason, where control characters would end the line.
    const line = Buffer.from(text.replaceAll(/[\u0000-\u001f\u007f]/g, " ").slice(-4000)).toString("latin1");
    const lines = ["X-Text", "Set-Cookie", "Content-Location"].map((name) => `${name}: ${line}`);
    visit.socket.write(onWire(text === "" ? reply : telling(reply, visit, text), lines, line));
  });
}

function telling(reply: StoreReply, { request }: Visit, text: string): StoreReply {
  if (reply.status >= 400)
    return withJson(reply, () => ({ code: text, message: text, status: text, [text]: text }));
  if (/\/pets\//.test(request.line)) return { ...reply, body: Buffer.from(text) };
  if (/status=sold/.test(request.line))
    return withJson(reply, (pet) => ({ ...pet, name: text, categoryId: text, status: text }));
  return withJson(reply, (pet) => ({ ...pet, [text]: text }));
}

/** The same answer with another Error or animal in it, or a list of others. */
function withJson(reply: StoreReply, change: (value: object) => object): StoreReply {
  const value = JSON.parse(reply.body.toString()) as object | object[];
  const other = Array.isArray(value) ? value.map(change) : change(value);
  return { ...reply, body: Buffer.from(JSON.stringify(other)) };
}
