import { type Behaviour, breaks, type Expected, harmless, hopeless } from "./behaviour.js";
import { everywhere, head, onWire, pour, say, whole } from "./wire.js";

const hopelesslySaying = (name: string, bytes: Buffer | string): Behaviour => ({
  name,
  expected: hopeless,
  response: say(bytes),
});

const status = (code: string, expected: Expected): Behaviour => ({
  name: `answers everything with the status ${code}`,
  expected,
  response: say(whole(code, "[]")),
});

const withHeader = (name: string, ...lines: readonly string[]): Behaviour =>
  hopelesslySaying(name, whole(200, "[]", lines));

/** Heads that no parser should take, and some that every parser must. */
export const headBehaviours: readonly Behaviour[] = [
  status("000", hopeless),
  status("99", hopeless),
  status("999", breaks("LIST-1")),
  status("1000", hopeless),
  status("-1", hopeless),
  status("2OO", hopeless),
  {
    name: "gives no reason after the status",
    expected: harmless,
    response: everywhere((socket, reply) => {
      const [first = "", rest = ""] = splitOnce(onWire(reply).toString("latin1"), " X\r\n");
      socket.write(`${first}\r\n${rest}`, "latin1");
    }),
  },
  {
    name: "sends a header of 1 MB",
    expected: hopeless,
    response: pour("HTTP/1.1 200 OK\r\nX-Long: ", "a".repeat(10_000), 2 ** 20),
  },
  withHeader("sends 10,000 headers", ...Array.from({ length: 10_000 }, (_, at) => `X-Header-${at}: ${at}`)),
  withHeader("sends a header without a colon", "X-Colonless"),
  withHeader("sends a header whose name holds blanks", "X Header : 1"),
  withHeader("sends a header without a name", ": nameless"),
  withHeader("sends NUL in a header", "X-Nul: a\0b"),
  withHeader("sends escape sequences in a header", "X-Escape: \x1b[2J\x1b]8;;http://evil.test\x07"),
  withHeader("sends a carriage return within a header", "X-Return: a\rX-Injected: b"),
  withHeader("announces two different lengths", "Content-Length: 3"),
  hopelesslySaying(
    "announces a negative length",
    `${head(200, ["Content-Type: application/json", "Content-Length: -2"])}[]`,
  ),
  hopelesslySaying(
    "announces a length beyond 64 bits",
    `${head(200, ["Content-Type: application/json", "Content-Length: 99999999999999999999999"])}[]`,
  ),
  hopelesslySaying(
    "announces a length and chunks",
    whole(200, "2\r\n[]\r\n0\r\n\r\n", ["Transfer-Encoding: chunked"]),
  ),
  hopelesslySaying("sends a chunk whose size overflows", chunked("ffffffffffffffffff2\r\n[]\r\n0\r\n\r\n")),
  hopelesslySaying("sends a chunk of a negative size", chunked("-2\r\n[]\r\n0\r\n\r\n")),
  hopelesslySaying("sends a chunk without a size", chunked("\r\n[]\r\n0\r\n\r\n")),
  {
    name: "folds its header lines as HTTP once allowed",
    expected: hopeless,
    response: say(whole(200, "[]", ["X-Folded: one", "  two", "\tthree"])),
  },
  {
    name: "sends Latin-1 and UTF-8 bytes in headers",
    expected: harmless,
    response: everywhere((socket, reply) => {
      const utf8 = Buffer.from("X-Utf-8: 龙猫 🐕\u202e").toString("latin1");
      socket.write(onWire(reply, ["X-Latin-1: caf\xe9 \xa0\xff", utf8, "X-C1: \x85\x9b2J"]));
    }),
  },
  {
    name: "sets a cookie with every answer",
    expected: harmless,
    response: everywhere((socket, reply) => {
      socket.write(onWire(reply, ["Set-Cookie: session=1; Path=/; HttpOnly", "Set-Cookie: =; ;;==,"]));
    }),
  },
  {
    name: "puts two 103 Early Hints before every answer",
    expected: harmless,
    response: everywhere((socket, reply) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".repeat(2));
      socket.write(onWire(reply));
    }),
  },
  {
    // RFC 9110, section 15.2, permits it; undici does not read past it.
    name: "puts a 100 Continue before every answer",
    expected: hopeless,
    response: everywhere((socket, reply) => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      socket.write(onWire(reply));
    }),
  },
  {
    name: "answers everything with 204 and a body",
    expected: breaks("GEN-4"),
    response: say(whole(204, "[]")),
  },
];

function chunked(body: string): string {
  return head(200, ["Content-Type: application/json", "Transfer-Encoding: chunked"]) + body;
}

function splitOnce(text: string, at: string): readonly string[] {
  const found = text.indexOf(at);
  return [text.slice(0, found), text.slice(found + at.length)];
}
