import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type Behaviour, breaks, broken, expecting, harmless, hopeless, type Respond } from "./behaviour.js";
import { adding, changing, everywhere, head, onWire, pour, say, where, whereFetched, whole } from "./wire.js";

const json = "Content-Type: application/json";
const chunked = (body: string): string => head(200, [json, "Transfer-Encoding: chunked"]) + body;
const ofLength = (length: string): string => head(200, [json, `Content-Length: ${length}`]);
const withHeader = (...lines: readonly string[]): Respond => say(whole(200, "[]", lines));
const manyHeaders = Array.from({ length: 10_000 }, (_, at) => `X-Header-${at}: ${at}`);
const utf8 = Buffer.from("X-Utf-8: 龙猫 🐕\u202e").toString("latin1");

/** Heads that no parser should take, and some that every parser must. */
const heads: readonly Behaviour[] = [
  ...["000", "99", "1000", "-1", "2OO"].map(
    (status): Behaviour => [
      `answers everything with the status ${status}`,
      hopeless,
      say(whole(status, "[]")),
    ],
  ),
  ...expecting(breaks("LIST-1"), {
    "answers everything with the status 999": say(whole(999, "[]")),
  }),
  // The body is not waited for, since a 204 ends with its head.
  ...expecting(broken, {
    "answers everything with 204 and a body": say(whole(204, "[]")),
  }),
  ...expecting(harmless, {
    "gives no reason after the status": everywhere(({ socket }, reply) =>
      socket.write(onWire(reply).toString("latin1").replace(" X\r\n", "\r\n"), "latin1"),
    ),
    "sends Latin-1 and UTF-8 bytes in headers": adding([
      "X-Latin-1: caf\xe9 \xa0\xff",
      utf8,
      "X-C1: \x85\x9b2J",
    ]),
    "sets a cookie with every answer": adding([
      "Set-Cookie: session=1; Path=/; HttpOnly",
      "Set-Cookie: =; ;;==,",
    ]),
    "puts two 103 Early Hints before every answer": after(
      "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".repeat(2),
    ),
  }),
  ...expecting(hopeless, {
    "sends a header of 1 MB": pour("HTTP/1.1 200 OK\r\nX-Long: ", "a".repeat(10_000), 2 ** 20),
    "sends 10,000 headers": withHeader(...manyHeaders),
    "sends a header without a colon": withHeader("X-Colonless"),
    "sends a header whose name holds blanks": withHeader("X Header : 1"),
    "sends a header without a name": withHeader(": nameless"),
    "sends NUL in a header": withHeader("X-Nul: a\0b"),
    "sends escape sequences in a header": withHeader("X-Escape: \x1b[2J\x1b]8;;http://evil.test\x07"),
    "sends a carriage return within a header": withHeader("X-Return: a\rX-Injected: b"),
    "announces two different lengths": withHeader("Content-Length: 3"),
    "announces a negative length": say(`${ofLength("-2")}[]`),
    "announces a length beyond 64 bits": say(`${ofLength("99999999999999999999999")}[]`),
    "announces a length and chunks": say(whole(200, "2\r\n[]\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"])),
    "sends a chunk whose size overflows": say(chunked("ffffffffffffffffff2\r\n[]\r\n0\r\n\r\n")),
    "sends a chunk of a negative size": say(chunked("-2\r\n[]\r\n0\r\n\r\n")),
    "sends a chunk without a size": say(chunked("\r\n[]\r\n0\r\n\r\n")),
    "folds its header lines as HTTP once allowed": withHeader("X-Folded: one", "  two", "\tthree"),
    // RFC 9110, section 15.2, permits it; undici does not read past it.
    "puts a 100 Continue before every answer": after("HTTP/1.1 100 Continue\r\n\r\n"),
  }),
];

function after(interim: string): Respond {
  return everywhere(({ socket }, reply) => {
    socket.write(interim);
    socket.write(onWire(reply));
  });
}

const blanks = " ".repeat(65_536);
const manyBlanks = Buffer.alloc(64 * 2 ** 20, " ");
const bomb = gzipSync(manyBlanks);
const coded = (coding: string, bytes: Buffer): Respond =>
  say(whole(200, bytes, [`Content-Encoding: ${coding}`]));

const endless = pour(chunked(""), `10000\r\n${blanks}\r\n`);
const gzipBomb = coded("gzip", bomb);
const noZstd = coded("zstd", Buffer.from("no zstd at all"));
/** A body that cannot be read breaks GEN-4, wherever it is seen; if nothing else comes, there is nothing to judge. */
const unreadable: readonly Behaviour[] = Object.entries({
  "an endless body in chunks": endless,
  "a body of 1 GB": pour(ofLength(`${2 ** 30}`), blanks),
  "a body of 1 GB that ends with the connection": pour(head(200, [json]), blanks),
  "a gzip bomb": gzipBomb,
  "a bomb of gzip in gzip in gzip": coded("gzip, gzip, gzip", gzipSync(gzipSync(bomb))),
  "a deflate bomb": coded("deflate", deflateSync(manyBlanks)),
  "a brotli bomb": coded("br", brotliCompressSync(manyBlanks)),
  "garbage labelled as zstd": noZstd,
  "garbage labelled as gzip": coded("gzip", Buffer.from("no gzip at all")),
  "gzip that was cut off": coded("gzip", gzipSync("[]").subarray(0, 12)),
  "a hundred codings": coded(Array(100).fill("gzip").join(","), gzipSync("[]")),
}).map(([what, respond]) => [`answers everything with ${what}`, hopeless, respond]);

/** Of a bomb, an endless body and a false label, one each: every one is sent many times. */
const unreadableFetched: readonly Behaviour[] = Object.entries({
  "an endless body in chunks": endless,
  "a gzip bomb": gzipBomb,
  "garbage labelled as zstd": noZstd,
}).map(([what, respond]) => [
  `answers with ${what} where an animal is fetched`,
  breaks("GEN-4"),
  whereFetched(respond),
]);

const animal = (members: string): string => `{"id":1,"name":"Rex","categoryId":1,"status":"sold"${members}}`;
const list = (members: string): string => `[${animal(members)}]`;
const always = (what: string, expected: Behaviour[1], body: string | Buffer): Behaviour => [
  `answers everything with ${what}`,
  expected,
  say(whole(200, body)),
];

const noUtf8 = Buffer.of(0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22);
const digits = "9".repeat(10_000);

/** Bodies that arrive, and are no list of animals that conforms. */
const bodies: readonly Behaviour[] = [
  always("invalid UTF-8", breaks("GEN-1"), noUtf8),
  always("a list in UTF-16", breaks("GEN-1"), Buffer.from(`\ufeff${list("")}`, "utf16le")),
  always("arrays nested 100,000 deep", breaks("GEN-1"), "[".repeat(100_000) + "]".repeat(100_000)),
  always("objects nested 100,000 deep", breaks("GEN-1"), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  always(
    "a list in which __proto__ and constructor are members",
    breaks("CREATE-1"),
    list(',"__proto__":{"id":2},"constructor":1,"toString":null'),
  ),
  always(
    "an animal that has its id from __proto__ alone",
    breaks("PET-4"),
    '[{"__proto__":{"id":1,"name":"a","categoryId":1}}]',
  ),
  always(
    "a list with every member twice",
    breaks("CREATE-1"),
    `[{"id":2,"name":5,"categoryId":"x",${animal("").slice(1)}]`,
  ),
  always("an id of 10,000 digits", breaks("PET-4"), list(`,"id":${digits}`)),
  always("an id of 1e999999999", breaks("PET-4"), list(',"id":1e999999999')),
  always("an id of 1e-999999999", breaks("PET-4"), list(',"id":1e-999999999')),
  always("an exponent of 10,000 digits", breaks("PET-4"), list(`,"id":1e${digits}`)),
  always("an id of -0", breaks("CREATE-1"), list(',"id":-0')),
  always("an id that is a fraction", breaks("PET-4"), list(',"id":1.5')),
  always("an id that is a string", breaks("PET-4"), list(',"id":"1"')),
  always("an id beyond 64 bits", breaks("PET-4"), list(',"id":9223372036854775808')),
  always("a list after a byte order mark", breaks("GEN-1"), `\ufeff${list("")}`),
  always("a list after which more comes", breaks("GEN-1"), `${list("")} []`),
];

const endlessString = `"${"\\".repeat(5_000_000)}`;
const largeError = `{"code":"${"\\u001b".repeat(800_000)}","message":"m","status":400}`;

/** So long to read that nothing else can go on meanwhile. */
const heavy = [
  always("arrays nested 2,000,000 deep that are not closed", breaks("GEN-1"), "[".repeat(2_000_000)),
  always("an id of 1,000,000 digits", breaks("PET-4"), list(`,"id":${"9".repeat(1_000_000)}`)),
  always("a list of 1,000,000 numbers", breaks("PET-4"), `[${Array(1_000_000).fill("1").join()}]`),
  always("a list of 150,000 animals", breaks("LIM-1"), `[${Array(150_000).fill(animal("")).join()}]`),
  always("a name of 5 MB", hopeless, list(`,"name":"${"a".repeat(5_000_000)}"`)),
  ["answers everything with an Error of 5 MB", hopeless, say(whole(400, largeError))] as const,
  always("5 MB of a string that does not end", hopeless, endlessString),
].map(([name, expected, respond]): Behaviour => [name, expected, respond, { timeout: 5000 }]);

const isList = (line: string): boolean => /^GET \S*\/pets[? ]/.test(line);
const sameList = (name: string): Respond => {
  const animals = Array.from({ length: 20 }, (_, at) => ({
    id: -at - 1,
    name,
    categoryId: 1,
    status: "sold",
  }));
  const body = Buffer.from(JSON.stringify(animals));
  return where(
    (line, { status }) => isList(line) && status === 200,
    ({ socket }, reply) => socket.write(onWire({ ...reply, body })),
  );
};

/** Much to read, and much to keep. */
const sizes: readonly Behaviour[] = [
  ...expecting(breaks("LIST-3"), {
    "lists the same 20 animals with names of 100 KB, whatever is asked": sameList("a".repeat(100_000)),
    "lists the same 20 animals with names of escapes, whatever is asked": sameList(
      "\u001b\ud800".repeat(5000),
    ),
  }),
  ...expecting(harmless, {
    "adds 60 KB of headers to every answer": adding(
      Array.from({ length: 60 }, (_, at) => `X-${at}: ${"\\x41%41".repeat(140)}`),
    ),
  }),
];

const fill = (part: string, length = 60_000): string => part.repeat(length / part.length);
const sending = (what: string, size: string, part: string): string =>
  `sends ${what} of ${size} KB of ${JSON.stringify(part)}`;
/** The store's answers with another value of a header. */
const replacing = (name: string, value: string): Respond =>
  changing((reply) => ({
    ...reply,
    headers: [...reply.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()), [name, value]],
  }));
/** Adds these lines where an animal is asked for. */
const announcing = (...lines: readonly string[]): Respond =>
  adding(({ request }) => (/\/pets\//.test(request.line) ? lines : []));

/** Values that are read, and made to be slow to read or far away. */
const headers: readonly Behaviour[] = [
  ...["<", ";", '<a>;rel="', '<a>;"\\'].map(
    (part): Behaviour => [sending("a Link header", "60", part), harmless, replacing("Link", fill(part))],
  ),
  ...[",", 'Bearer realm="'].map(
    (part): Behaviour => [
      sending("a WWW-Authenticate header", "60", part),
      harmless,
      replacing("WWW-Authenticate", `x${fill(part)}`),
    ],
  ),
  ...["@1;", "9", " "].map(
    (part): Behaviour => [
      sending("Deprecation and Sunset headers", "30", part),
      harmless,
      announcing(`Deprecation: 1${fill(part, 30_000)}x`, `Sunset: 1${fill(part, 30_000)}x`),
    ],
  ),
  ...Object.entries({ "application/json;": harmless, "a/b+": breaks("GEN-1") }).map(
    ([part, expected]): Behaviour => [
      sending("a Content-Type", "60", part),
      expected,
      replacing("Content-Type", `${fill(part)}x`),
    ],
  ),
  ...expecting(breaks("DEP-2"), {
    "announces the removal for the year 275761": announcing(
      "Sunset: Tue, 01 Jan 275761 00:00:00 GMT",
      "Deprecation: @999999999999",
    ),
  }),
  ...expecting(harmless, {
    "announces the removal for a day that does not exist": announcing(
      "Sunset: Sat, 99 Zzz 9999 99:99:99 GMT",
      "Deprecation: @-99999999999999999999",
    ),
  }),
];

/** What comes with an answer, and what is in it. */
export const answerBehaviours: readonly Behaviour[] = [
  ...[...heads, ...unreadable, ...unreadableFetched, ...bodies],
  ...[...heavy, ...sizes, ...headers],
];
