import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bytesBody, type Case, nearMisses, otherForms } from "../../src/generate/index.js";
import { safeText } from "../../src/report/index.js";
import { renderCurl } from "../../src/transport/index.js";
import { nastyBodies } from "./nasty-bodies.js";
import { connectTo, getCase, postCase, response, startRawServer, valuesOf } from "./raw-server.js";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const text = (body: string): Case => postCase({ body: { kind: "text", text: body } });
const forms = [
  ...otherForms.filter((form) => form !== "user name of scheme Basic"),
  "scheme bearer in small letters",
  "scheme BEARER in capitals",
] as const;

/** What the server gets from our client and from the curl line, which must be the same. */
async function sendBothWays(request: Case): Promise<readonly [unknown, unknown]> {
  const key = "S3cret/x+y==";
  const server = await startRawServer(() => response(200, "[]", ["Connection: close"]));
  await connectTo(server.baseUrl, { key }).send(request);
  const line = renderCurl(server.baseUrl, request);
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line], {
    env: { ...process.env, PEDIGREE_API_KEY: key, http_proxy: "", all_proxy: "" },
  });
  expect(stdout).toContain("HTTP/1.1 200");
  const seen = server.requests.map((each) => ({
    line: each.line,
    authorization: valuesOf(each, "authorization"),
    contentType: valuesOf(each, "content-type"),
    contentLength: valuesOf(each, "content-length"),
    body: each.body.toString("hex"),
  }));
  expect(seen).toHaveLength(2);
  return [seen[0], seen[1]];
}

describe.runIf(hasCurl)("a curl line sends the same bytes as our client", () => {
  it.each<[string, Case]>([
    ["a list", getCase()],
    ["a query with percent-encoding", getCase({ path: "/pets?limit=%2B5&limit=&status=%20sold" })],
    ["a query that a shell would take apart", getCase({ path: "/pets?a='$HOME'&b=*;c=~" })],
    ["a query with brackets", getCase({ path: "/pets?limit[]=5" })],
    ["a query with braces", getCase({ path: "/pets?limit={1,2}" })],
    ["an encoded digit in the path", getCase({ path: "/pets/%37" })],
    ["a body", postCase()],
    ["a body with quotes of both kinds", text(`{"name":"O'Malley \\"Rex\\" \`id\` $HOME ! \\\\"}`)],
    ["a body with a line break and a tab", text('{\n\t"name": "Rex"\n}\n')],
    ...nastyBodies.map(([name, body]): [string, Case] => [name, postCase({ body })]),
    ["a content type with a tab", postCase({ headers: [["Content-Type", "text/plain;\ta=b"]] })],
    ["a body that begins with an at sign", text("@/etc/hostname")],
    ["a body with emoji", text('{"name":"🐕 Zoë"}')],
    ["a body with a null character", text('{"name":"a\u0000b\u001b[31m"}')],
    ["a body with a lone surrogate", text('{"name":"\ud83d"}')],
    ["a body of any bytes", postCase({ body: bytesBody(Uint8Array.from({ length: 256 }, (_, i) => i)) })],
    ["an empty body", text("")],
    ["a body without a content type", postCase({ headers: [] })],
    ["a content type with parameters", postCase({ headers: [["Content-Type", "text/plain; a='b'"]] })],
    ["a content type that is empty", postCase({ headers: [["Content-Type", ""]] })],
  ])("%s", async (_, request) => {
    const [ours, theirs] = await sendBothWays(request);
    expect(theirs).toEqual(ours);
  });

  it.each([
    getCase({ credential: { kind: "missing" } }),
    getCase({ credential: { kind: "wrong", key: "made-up" } }),
    ...forms.map((form) => getCase({ credential: { kind: "other-form", form } })),
  ])("with its credential: $credential", async (request) => {
    const [ours, theirs] = await sendBothWays(request);
    expect(theirs).toEqual(ours);
  });
});

describe("the text of a curl line", () => {
  const base = "http://h/v1";

  it("is short where the request is", () => {
    expect(renderCurl(base, getCase())).toMatch(
      /^curl -sS -i .*-H "Authorization: Bearer \$PEDIGREE_API_KEY" 'http:\/\/h\/v1\/pets'$/,
    );
  });

  it("names the method and every header of the case", () => {
    const line = renderCurl(base, postCase());
    expect(line).toContain("-X POST");
    expect(line).toContain("-H 'Content-Type: application/json'");
    expect(line).toContain(`'{"name":"Rex","categoryId":1}'`);
  });

  it("takes away the content type that curl would add", () => {
    expect(renderCurl(base, postCase({ headers: [] }))).toContain("-H 'Content-Type:'");
    expect(renderCurl(base, postCase())).not.toContain("-H 'Content-Type:'");
  });

  it.each(nastyBodies)("holds nothing that a terminal or a report alters: %s", (_, body) => {
    const line = renderCurl(base, postCase({ body }));
    expect(line).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\u00a0\u2028]|##/u);
    expect(safeText(line)).toBe(line);
  });

  it("pipes bytes that are no text", () => {
    const line = renderCurl(base, postCase({ body: bytesBody(Buffer.from([0, 255])) }));
    expect(line).toMatch(/^printf '\\000\\377' \| curl .*--data-binary @-/);
  });

  it("has no Authorization header where there is no key", () => {
    expect(renderCurl(base, getCase({ credential: { kind: "missing" } }))).not.toContain("Authorization");
  });

  it.each(nearMisses)("leaves an altered key to be filled in: %s", (miss) => {
    const line = renderCurl(base, getCase({ credential: { kind: "near-miss", miss } }));
    expect(line).toContain(`"Authorization: Bearer <fill in the good key, ${miss}, or use pedigree replay>"`);
    expect(safeText(line)).toBe(line);
  });

  it("leaves a key in base64 to be filled in", () => {
    const credential = { kind: "other-form", form: "user name of scheme Basic" } as const;
    expect(renderCurl(base, getCase({ credential }))).toContain(
      '"Authorization: Basic <fill in the good key, user name of scheme Basic, or use pedigree replay>"',
    );
  });
});
