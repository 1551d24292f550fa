import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start } from "../../examples/fastify/server.js";
import { type Front, startBehind } from "../contracts/front.js";
import { startOrigin } from "../servers/plain-server.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

const libraryKey = "library-key-123";
const startLibrary = (front?: Front): Promise<string> => startBehind(start as never, libraryKey, front);

const spec = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;
const environment = { PEDIGREE_API_KEY: libraryKey };

describe("run --spec", () => {
  it("judges a server by a file, and its reports name it", async () => {
    const [target, reports] = [await startLibrary(), temporaryFolder()];
    const ended = await pedigree(["run", "--spec", spec, "--target", target, "--reports", reports], {
      environment,
    });
    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /conforms, (\d+) of \1 binding requirements tested; \d+ observations and advice\n/,
      ),
    });
    expect(readReport(reports).target).toEqual({ baseUrl: target, spec, embedded: false });
  });

  it("has requirements that say what is sent, how it is proven, and where it is stated", async () => {
    const explain = async (id: string) => (await pedigree(["explain", id, "--spec", spec])).stdout;
    const maximum = await explain("addBook: body /pages maximum");
    expect(maximum).toContain("addBook refuses a body in which /pages is 5001.");
    expect(maximum).toMatch(/^proof +by difference: /m);
    expect(maximum).toContain(
      "\nthe description says\n  | type: integer\n  | minimum: 1\n  | maximum: 5000\n",
    );
    const [, line = "0"] =
      /^stated at +\S+openapi\.yaml:(\d+) #\/components\/schemas\/NewBook\/properties\/pages$/m.exec(
        maximum,
      ) ?? [];
    expect(readFileSync(spec, "utf8").split("\n")[Number(line) - 1]).toMatch(/pages: .*maximum: 5000/);
    expect(await explain("removeBook: gone")).toMatch(
      /\nthe description says\n {2}\| operationId: removeBook\n/,
    );
    expect(await explain("removeBook: gone")).toMatch(
      /openapi\.yaml:\d+ #\/paths\/~1books~1%7BbookId%7D\/delete\n/,
    );
    expect((await explain("removeBook")).split("\n").map((each) => each.slice(2, 24).trim())).toEqual([
      "removeBook: responses",
      "removeBook: no server",
      "removeBook: credential",
      "removeBook: gone",
      "",
    ]);
  });

  it("lists what is not called with the reason, and shows nothing that moves a terminal", async () => {
    const edgeCase = join(temporaryFolder(), "odd.json");
    const operation = { operationId: "mail\u001b[31m\nall", responses: { 200: { description: "Sent" } } };
    const info = { title: "Odd", version: "1" };
    writeFileSync(
      edgeCase,
      JSON.stringify({ openapi: "3.1.0", info, paths: { "/\u001b[2Ja": { post: operation } } }),
    );
    const { stdout } = await pedigree(["list", "--spec", edgeCase]);
    expect(stdout).toMatch(/^POST \/.*a {2}\(not called: its id says "mail"\)$/m);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
    expect((await pedigree(["explain", "mail/valid", "--spec", edgeCase])).exitCode).toBe(2);
  });

  it("says what of the configuration it had no use for", async () => {
    const [target, reports, directory] = [await startLibrary(), temporaryFolder(), temporaryFolder()];
    const api = `api:
  values: { title: A tale, stars: 3 }
  leave-out: [removeBook]
  allow: [addBook]
  ids: [id, data.id]
  computed: [stars]
  statuses: { addBook: [202, 409] }
`;
    writeFileSync(join(directory, "pedigree.config.yaml"), api);
    const args = ["run", "--spec", spec, "--target", target, "--reports", reports];
    const { exitCode, stderr } = await pedigree(args, { environment, directory });
    expect(exitCode).toBe(0);
    expect(stderr.match(/api: .*/g)).toEqual([
      "api: this run had no use for allow addBook, ids data.id, computed stars, statuses addBook: 202, statuses addBook: 409: correct it, or take it out",
    ]);
    const of = (wanted: string) =>
      readReport(reports)
        .run.knowledge?.filter(({ status }) => status === wanted)
        .map(({ name }) => name);
    expect(of("used")).toEqual(["title", "stars", "removeBook", "id"]);
    expect((await pedigree([...args, "--read-only"], { environment, directory })).stderr).not.toContain(
      "no use",
    );
  });

  it("takes a description from an address, and needs no key where none is asked for", async () => {
    const description = `openapi: 3.0.3
info: { title: Clock, version: "1" }
paths: { /time: { get: { responses: { "200": { description: Now, content: { application/json: { schema: { type: string } } } } } } } }`;
    const target = await startOrigin((request, response) => {
      const isDescription = request.url === "/openapi.yaml";
      response.setHeader("content-type", isDescription ? "application/yaml" : "application/json");
      response.end(isDescription ? description : '"12:00"');
    });
    const args = [
      "run",
      "--spec",
      `${target}/openapi.yaml`,
      "--target",
      target,
      "--reports",
      temporaryFolder(),
    ];
    expect(await pedigree(args, { environment: { PEDIGREE_API_KEY: undefined } })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("conforms, 3 of 3 binding requirements tested"),
    });
  });

  it("shows a broken promise, and explains it", async () => {
    const target = await startLibrary({
      response: (passing) => {
        if (passing.status === 201) passing.status = 200;
      },
    });
    const reports = temporaryFolder();
    const ended = await pedigree(["run", "--spec", spec, "--target", target, "--reports", reports], {
      environment,
    });
    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("✗ addBook: responses") });
    expect(ended.stdout).toContain(": each finding has the request that shows it");
    expect(await pedigree(["explain", "addBook: responses", "--spec", spec])).toMatchObject({ exitCode: 0 });
  });

  it("says in one sentence what is wrong with a description, or that a target is missing", async () => {
    const folder = temporaryFolder();
    const [broken, none] = [join(folder, "broken.yaml"), join(folder, "none.yaml")];
    writeFileSync(broken, "info: { title: X }\nopenapi: 4.0.0\npaths: {}\n");
    writeFileSync(none, "hello\n");
    const errorOf = async (...args: readonly string[]) =>
      (await pedigree(["run", ...args], { environment })).stderr;
    expect(await errorOf("--spec", broken, "--target", "http://127.0.0.1:1")).toMatch(
      /broken\.yaml:2: .*version/,
    );
    expect(await errorOf("--spec", none, "--target", "http://127.0.0.1:1")).toMatch(/none\.yaml:1: /);
    const far = join(folder, "far.yaml");
    writeFileSync(
      far,
      "openapi: 3.1.0\ninfo: { title: X, version: '1' }\nservers: [{ url: https://api.example }]\npaths: { /x: { get: { responses: { 200: { description: X } } } } }\n",
    );
    expect(await errorOf("--spec", far)).toContain(
      "no target is named: give the server's address with --target",
    );
    expect(await errorOf("--spec", "http://127.0.0.1:1/x.yaml", "--target", "http://127.0.0.1:1")).toContain(
      "cannot be read",
    );
  });

  it("says that the key is not sent to the address of a description, where that asks for one", async () => {
    const origin = await startOrigin((_, response) => response.writeHead(401).end());
    const ended = await pedigree(["run", "--spec", `${origin}/openapi.yaml`, "--target", origin], {
      environment,
    });
    expect(ended).toMatchObject({
      exitCode: 2,
      stderr: `pedigree: ${origin}/openapi.yaml cannot be read: it answers 401: the API key is not sent there; download the description, and give its file with --spec\n`,
    });
  });

  it("says what to do where a description asks for a key that the server does not need", async () => {
    const target = await startLibrary();
    const overlay = join(temporaryFolder(), "overlay.yaml");
    writeFileSync(
      overlay,
      `overlay: 1.0.0
info: { title: Open, version: "1" }
actions: [{ target: $.security, remove: true }, { target: $.paths.*.*.security, remove: true }]
`,
    );
    const args = ["run", "--spec", spec, "--target", target, "--reports", temporaryFolder()];
    const without = { environment: { PEDIGREE_API_KEY: undefined } };
    expect(await pedigree(args, without)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /: there is no API key: .*; if the server asks for none, remove \$\.security and \$\.paths\.\*\.\*\.security .* --overlay\n$/,
      ),
    });
    const { stderr } = await pedigree([...args, "--overlay", overlay], without);
    expect(stderr).not.toContain("there is no API key");
  });

  it("judges the address that the description states, if it is one of this machine", async () => {
    const target = await startLibrary();
    const own = join(temporaryFolder(), "own.yaml");
    writeFileSync(own, readFileSync(spec, "utf8").replace("http://localhost:3000", target));
    const ended = await pedigree(["run", "--spec", own, "--reports", temporaryFolder()], { environment });
    expect(ended).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`no target is named: judging ${target}, as the description says`),
    });
  });

  it.each([
    ["a prefix that is missing", "", "/v1", libraryKey, "use --target $target/v1"],
    ["a prefix too many", "/api/v1", "", libraryKey, "use --target $target"],
    ["a key that is refused", "", "", "another-key-123", "$target refuses the API key (401)"],
  ])("stops at %s, and says what is right", async (_, written, real, key, expected) => {
    const target = await startLibrary({
      request: (passing) => {
        const isThere = passing.path.startsWith(`${real}/books`);
        if (isThere) passing.path = passing.path.slice(real.length);
        else
          Object.assign(passing, {
            status: 404,
            body: "{}",
            headers: { "content-type": "application/json" },
          });
      },
    });
    const described = join(temporaryFolder(), "described.yaml");
    writeFileSync(
      described,
      readFileSync(spec, "utf8").replace("http://localhost:3000", `http://localhost:3000${real}`),
    );
    const args = [
      "run",
      "--spec",
      described,
      "--target",
      `${target}${written}`,
      "--reports",
      temporaryFolder(),
    ];
    const ended = await pedigree(args, { environment: { PEDIGREE_API_KEY: key } });
    expect(ended.exitCode).toBe(3);
    expect(ended.stdout.replaceAll(/\n\s*/g, " ")).toContain(expected.replace("$target", target));
  });

  it("changes it by overlays first", async () => {
    const overlay = join(temporaryFolder(), "overlay.yaml");
    writeFileSync(
      overlay,
      "overlay: 1.0.0\ninfo: { title: Less, version: '1' }\nactions: [{ target: '$.paths.*.post', remove: true }]\n",
    );
    const idsOf = async (...args: readonly string[]) =>
      (
        JSON.parse((await pedigree(["list", "--json", "--spec", spec, ...args])).stdout) as { id: string }[]
      ).map(({ id }) => id);
    expect(await idsOf()).toContain("addBook: responses");
    const ids = await idsOf("--overlay", overlay);
    expect(ids).toContain("listBooks: responses");
    expect(ids).not.toContain("addBook: responses");
    const target = await startLibrary();
    const args = ["run", "--spec", spec, "--overlay", overlay, "--target", target, "--key", "another"];
    const { stdout } = await pedigree([...args, "--reports", temporaryFolder()]);
    expect(stdout).toContain(` --spec ${spec} --overlay ${overlay}`);
    expect(await pedigree(["list", "--overlay", overlay])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--overlay needs --spec"),
    });
  });

  it("takes the files that a description from an address refers to, of its origin only, and by no detour", async () => {
    const asked: (string | undefined)[] = [];
    const other = await startOrigin((request, response) => {
      asked.push(request.url);
      response.end("{}");
    });
    const description = (reference: string) =>
      `get: { operationId: "${reference}", responses: { "200": { $ref: "${reference}" } } }`;
    const files: Readonly<Record<string, string>> = {
      "/v1/openapi.yaml": `openapi: 3.1.0
info: { title: Clock, version: "1" }
paths: { /a: { ${description("../common.yaml#/fine")} }, /b: { ${description(`${other}/x.yaml`)} }, /c: { ${description("/away.yaml")} } }`,
      "/common.yaml": "fine: { $ref: 'more/fine.yaml' }",
      "/more/fine.yaml": "{ description: Fine }",
    };
    const own = await startOrigin((request, response) => {
      const text = files[request.url ?? ""];
      if (text === undefined) response.writeHead(302, { location: `${other}/away.yaml` });
      response.end(text);
    });
    const listed = await pedigree(["list", "--spec", `${own}/v1/openapi.yaml`]);
    expect(listed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("../common.yaml#/fine: responses"),
    });
    expect(listed.stdout).not.toContain("away.yaml");
    expect(asked).toEqual([]);
  });
});
