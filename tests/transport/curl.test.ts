import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { safeText } from "../../src/report/index.js";
import {
  bytesBody,
  type Case,
  chunksOf,
  isCurl,
  nearMisses,
  otherForms,
  renderCurl,
} from "../../src/transport/index.js";
import { startServerOf } from "../servers/plain-server.js";
import { nastyBodies } from "./nasty-bodies.js";
import { connectTo, getCase, postCase, response, sendTo, valuesOf } from "./raw-server.js";

const key = "S3cret/x+y==";
const text = (body: string): Case => postCase({ body: { kind: "text", text: body } });
const path = (path: string): Case => getCase({ path });
const typed = (type: string): Case => postCase({ headers: [["Content-Type", type]] });

const writing = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** Has a shell run these lines, one after the other, and returns what they write. */
async function runInShell(lines: readonly string[]): Promise<string> {
  const env = { ...process.env, PEDIGREE_API_KEY: key, http_proxy: "", all_proxy: "" };
  return (await promisify(execFile)("/bin/sh", ["-c", lines.join("\n")], { env })).stdout;
}

describe.runIf(spawnSync("curl", ["--version"]).status === 0)(
  "a curl line sends the same as our client:",
  () => {
    const forms = [
      ...otherForms.filter((form) => form !== "user name of scheme Basic"),
      "scheme bearer in small letters",
      "scheme BEARER in capitals",
    ] as const;

    it.each<[string, readonly Case[]]>([
      [
        "paths and queries",
        [
          path("/pets?limit=%2B5&limit=&status=%20sold"),
          path("/pets?a='$HOME'&b=*;c=~"),
          path("/pets?limit[]=5"),
          path("/pets?limit={1,2}"),
          path("/pets/%37"),
        ],
      ],
      [
        "bodies",
        [
          postCase(),
          text(`{"name":"O'Malley \\"Rex\\" \`id\` $HOME ! \\\\"}`),
          text('{\n\t"name": "Rex"\n}\n'),
          text("@/etc/hostname"),
          text('{"name":"🐕 Zoë"}'),
          text(""),
          postCase({ body: bytesBody(Uint8Array.from({ length: 256 }, (_, at) => at)) }),
          ...nastyBodies.map(([, body]) => postCase({ body })),
        ],
      ],
      [
        "requests without a body, with the length that goes out",
        writing.map((method) => getCase({ method })),
      ],
      [
        "content types",
        [postCase({ headers: [] }), typed("text/plain;\ta=b"), typed("text/plain; a='b'"), typed("")],
      ],
      [
        "credentials",
        [
          getCase(),
          getCase({ credential: { kind: "missing" } }),
          getCase({ credential: { kind: "wrong", key: "made-up" } }),
          ...forms.map((form) => getCase({ credential: { kind: "other-form", form } })),
        ],
      ],
    ])("%s", async (_, requests) => {
      const closing = () => response(200, "[]", ["Connection: close"]);
      const { server } = await sendTo(closing, requests, { key, methods: ["GET", ...writing] });

      await runInShell(requests.map((each) => renderCurl(server.baseUrl, each)));
      for (const each of requests) expect(isCurl(renderCurl(server.baseUrl, each))).toBe(true);

      const seen = server.requests.map((each) => ({
        line: each.line,
        authorization: valuesOf(each, "authorization"),
        contentType: valuesOf(each, "content-type"),
        contentLength: valuesOf(each, "content-length"),
        body: each.body.toString("hex"),
      }));
      expect(seen).toHaveLength(2 * requests.length);
      expect(seen.slice(requests.length)).toEqual(seen.slice(0, requests.length));
    });

    it("a body in chunks that are cut inside a character, each time on a connection of its own", async () => {
      const received: unknown[] = [];
      const ports = new Set<unknown>();
      const baseUrl = await startServerOf((request, answer) => {
        const { headers, socket } = request;
        const pieces: string[] = [];
        request.on("data", (piece: Buffer) => pieces.push(piece.toString("hex")));
        request.on("end", () => {
          received.push([headers["transfer-encoding"], headers["content-length"], pieces]);
          ports.add(socket.remotePort);
          answer.end("[]");
        });
      });
      const zoe = '{"name":"Zoë\'s","categoryId":1}';
      const headers = [["Transfer-Encoding", "chunked"]] as const;
      const request = postCase({ headers, body: { kind: "text", text: zoe } });
      const client = connectTo(baseUrl, { concurrency: 1 });

      await client.send(request);
      await client.send(request);
      await runInShell([renderCurl(baseUrl, request)]);

      const pieces = chunksOf(Buffer.from(zoe)).map((chunk) => Buffer.from(chunk).toString("hex"));
      expect(pieces[0]).toMatch(/c3$/);
      expect(received).toEqual(Array(3).fill(["chunked", undefined, pieces]));
      expect(ports.size).toBe(3);
    });
  },
);

describe("the text of a curl line", () => {
  const base = "http://h/v1";

  it.each<readonly [string, Case, string]>([
    [
      "is short where the request is",
      getCase(),
      `curl -sS -i -g -H "Authorization: Bearer $PEDIGREE_API_KEY" -H 'Accept: application/json' 'http://h/v1/pets'`,
    ],
    [
      "accepts what the case does",
      getCase({ headers: [["Accept", "text/csv"]] }),
      `curl -sS -i -g -H "Authorization: Bearer $PEDIGREE_API_KEY" -H 'Accept: text/csv' 'http://h/v1/pets'`,
    ],
    [
      "names the method and every header of the case",
      postCase(),
      `curl -sS -i -g -X POST -H "Authorization: Bearer $PEDIGREE_API_KEY" -H 'Content-Type: application/json' -H 'Accept: application/json' --data-raw '{"name":"Rex","categoryId":1}' 'http://h/v1/pets'`,
    ],
    [
      "has no credential where there is no key",
      getCase({ credential: { kind: "missing" } }),
      "curl -sS -i -g -H 'Accept: application/json' 'http://h/v1/pets'",
    ],
    [
      "takes away the content type that curl would add, and pipes bytes that are no text",
      postCase({ headers: [], credential: { kind: "missing" }, body: bytesBody(Buffer.from([0, 255])) }),
      "printf '\\000\\377' | curl -sS -i -g -X POST -H 'Accept: application/json' -H 'Content-Type:' --data-binary @- 'http://h/v1/pets'",
    ],
    ...nearMisses.map((miss): [string, Case, string] => [
      `leaves an altered key to be filled in: ${miss}`,
      getCase({ credential: { kind: "near-miss", miss } }),
      `curl -sS -i -g -H "Authorization: Bearer <fill in the good key, ${miss}, or use pedigree replay>" -H 'Accept: application/json' 'http://h/v1/pets'`,
    ]),
    [
      "leaves a key in base64 to be filled in",
      getCase({ credential: { kind: "other-form", form: "user name of scheme Basic" } }),
      `curl -sS -i -g -H "Authorization: Basic <fill in the good key, user name of scheme Basic, or use pedigree replay>" -H 'Accept: application/json' 'http://h/v1/pets'`,
    ],
  ])("%s", (_, request, line) => {
    expect(renderCurl(base, request)).toBe(line);
    expect(safeText(line)).toBe(line);
  });

  it.each(nastyBodies)("holds nothing that a terminal or a report alters: %s", (_, body) => {
    const line = renderCurl(base, postCase({ body }));
    expect(line).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\u00a0\u2028]|##/u);
    expect(safeText(line)).toBe(line);
  });
});

describe("a command line of somebody else's report", () => {
  const line = (rest: string): string => `curl -sS -i -g ${rest}`;

  it.each([
    ["runs another command", line("'http://h/'; touch x")],
    ["runs a command in the background", line("'http://h/' & touch x")],
    ["runs a command after a line break", line("'http://h/'\ntouch x")],
    ["runs one in a text", line(`-H "a: $(touch x)" 'http://h/'`)],
    ["runs one in backticks", line("-H \"a: `touch x`\" 'http://h/'")],
    ["runs one behind printf", line(`-H "a: $(printf 'x'; touch x)" 'http://h/'`)],
    ["runs one where a quote has ended", line("-H 'a: '$(touch x)'' 'http://h/'")],
    ["is fed by another command", `cat x | ${line("--data-binary @- 'http://h/'")}`],
    ["writes a file", line("-o '/etc/x' 'http://h/'")],
    ["has an option in the place of the address", line("'-K/etc/x'")],
    ["sends a file as headers", line("-H '@/etc/x' 'http://h/'")],
    ["reads a file", line("'file:///etc/x'")],
    ["is no curl", "touch x"],
  ])("is not shown if it %s", (_, each) => expect(isCurl(each)).toBe(false));

  it.each(
    nearMisses.flatMap((miss) => (["header", "query", "cookie"] as const).map((at) => [miss, at] as const)),
  )("is known with the key %s in a %s", (miss, at) => {
    const request = getCase({ path: "/a?b=it's", credential: { kind: "near-miss", miss } });
    expect(isCurl(renderCurl("http://h", request, { kind: "api key", in: at, name: "k`'\u202e" }))).toBe(
      true,
    );
    expect(isCurl(renderCurl("http://h", request, { kind: "basic" }))).toBe(true);
  });

  it("is known however long its body is", () => {
    for (const body of ["'".repeat(1e6), "\n".repeat(1e6), "x".repeat(1e6), "\u202e'".repeat(1e5)]) {
      const chunked = [["Transfer-Encoding", "chunked"]] as const;
      expect(isCurl(renderCurl("http://h", text(body)))).toBe(true);
      expect(isCurl(renderCurl("http://h", { ...text(body), headers: chunked }))).toBe(true);
      expect(isCurl(renderCurl("http://h", { ...text(body), isCut: true }))).toBe(true);
    }
  });
});
