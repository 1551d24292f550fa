import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type Behaviour, breaks, hopeless } from "./behaviour.js";
import { head, pour, say, whereFetched, whole } from "./wire.js";

const json = "Content-Type: application/json";
const gigabyte = 2 ** 30;
const blanks = Buffer.alloc(64 * 2 ** 20, " ");
const bomb = gzipSync(blanks);

const coded = (coding: string, bytes: Uint8Array): Buffer =>
  whole(200, Buffer.from(bytes), [`Content-Encoding: ${coding}`]);

/** A body that cannot be read breaks GEN-4, wherever it is seen; if nothing else comes, there is nothing to judge. */
const unreadable: readonly (readonly [name: string, response: Behaviour["response"]])[] = [
  [
    "an endless body in chunks",
    pour(head(200, [json, "Transfer-Encoding: chunked"]), `10000\r\n${" ".repeat(65536)}\r\n`),
  ],
  ["a body of 1 GB", pour(head(200, [json, `Content-Length: ${gigabyte}`]), " ".repeat(65536))],
  ["a body of 1 GB that ends with the connection", pour(head(200, [json]), " ".repeat(65536))],
  ["a gzip bomb", say(coded("gzip", bomb))],
  ["a bomb of gzip in gzip in gzip", say(coded("gzip, gzip, gzip", gzipSync(gzipSync(bomb))))],
  ["a deflate bomb", say(coded("deflate", deflateSync(blanks)))],
  ["a brotli bomb", say(coded("br", brotliCompressSync(blanks)))],
  ["garbage labelled as zstd", say(coded("zstd", Buffer.from("no zstd at all")))],
  ["garbage labelled as gzip", say(coded("gzip", Buffer.from("no gzip at all")))],
  ["gzip that was cut off", say(coded("gzip", gzipSync("[]").subarray(0, 12)))],
  ["a hundred codings", say(coded(Array(100).fill("gzip").join(","), gzipSync("[]")))],
];

export const unreadableAlways: readonly Behaviour[] = unreadable.map(([what, response]) => ({
  name: `answers everything with ${what}`,
  expected: hopeless,
  response,
}));

/** Of a bomb, an endless body and a false label, one each: every one is sent many times. */
export const unreadableFetched: readonly Behaviour[] = unreadable
  .filter(([what]) => /gzip bomb|chunks|zstd/.test(what))
  .map(([what, response]) => ({
    name: `answers with ${what} where an animal is fetched`,
    expected: breaks("GEN-4"),
    response: whereFetched((visit) => void response(visit)),
  }));

const animal = (members: string): string => `{"id":1,"name":"Rex","categoryId":1,"status":"sold"${members}}`;
const list = (members: string): string => `[${animal(members)}]`;

const says = (what: string, failed: string, body: string | Buffer, status = 200): Behaviour => ({
  name: `answers everything with ${what}`,
  expected: breaks(failed),
  response: say(whole(status, body)),
});

/** Bodies that arrive, and are no list of animals. */
export const bodyBehaviours: readonly Behaviour[] = [
  says("invalid UTF-8", "GEN-1", Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22])),
  says("a list in UTF-16", "GEN-1", Buffer.from(`\ufeff${list("")}`, "utf16le")),
  says("arrays nested 100,000 deep", "GEN-1", "[".repeat(100_000) + "]".repeat(100_000)),
  says("objects nested 100,000 deep", "GEN-1", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  says(
    "a list in which __proto__ and constructor are members",
    "CREATE-1",
    list(',"__proto__":{"id":2},"constructor":1,"toString":null'),
  ),
  says(
    "an animal that has its id from __proto__ alone",
    "PET-4",
    '[{"__proto__":{"id":1,"name":"a","categoryId":1}}]',
  ),
  says(
    "a list with every member twice",
    "CREATE-1",
    `[{"id":2,"name":5,"categoryId":"x",${animal("").slice(1)}]`,
  ),
  says("an id of 10,000 digits", "PET-4", list(`,"id":${"9".repeat(10_000)}`)),
  says("an id of 1e999999999", "PET-4", list(',"id":1e999999999')),
  says("an id of 1e-999999999", "PET-4", list(',"id":1e-999999999')),
  says("an exponent of 10,000 digits", "PET-4", list(`,"id":1e${"9".repeat(10_000)}`)),
  says("an id of -0", "CREATE-1", list(',"id":-0')),
  says("an id that is a fraction", "PET-4", list(',"id":1.5')),
  says("an id that is a string", "PET-4", list(',"id":"1"')),
  says("an id beyond 64 bits", "PET-4", list(',"id":9223372036854775808')),
  says("a list after a byte order mark", "GEN-1", `\ufeff${list("")}`),
  says("a list after which more comes", "GEN-1", `${list("")} []`),
];

function saysTooMuch(name: string, body: string, status?: number): Behaviour {
  return { ...says(name, "GEN-1", body, status), expected: hopeless };
}

const heavy: readonly Behaviour[] = [
  says("arrays nested 2,000,000 deep that are not closed", "GEN-1", "[".repeat(2_000_000)),
  says("an id of 1,000,000 digits", "PET-4", list(`,"id":${"9".repeat(1_000_000)}`)),
  says("a list of 1,000,000 numbers", "PET-4", `[${Array(1_000_000).fill("1").join()}]`),
  says("a list of 150,000 animals", "LIM-1", `[${Array(150_000).fill(animal("")).join()}]`),
  saysTooMuch("a name of 5 MB", list(`,"name":"${"a".repeat(5_000_000)}"`)),
  saysTooMuch("an Error of 5 MB", `{"code":"${"\\u001b".repeat(800_000)}","message":"m","status":400}`, 400),
  saysTooMuch("5 MB of a string that does not end", `"${"\\".repeat(5_000_000)}`),
];

/** So long to read that nothing else can go on meanwhile. */
export const heavyBodyBehaviours = heavy.map((each): Behaviour => ({ ...each, timeout: 5000 }));
