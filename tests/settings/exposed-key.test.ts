import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree, temporaryFolder } from "../cli/pedigree.js";
import { reads } from "../contracts/described.js";
import { startOrigin } from "../servers/plain-server.js";

const key = "kE7/aaQx92+Lm.55tZ";

/** How a key may stand in a text. */
const forms: Readonly<Record<string, string>> = {
  plain: key,
  "in base64": Buffer.from(key).toString("base64"),
  "in base64url": Buffer.from(key).toString("base64url"),
  "as in a URL": encodeURIComponent(key),
};

const note = { type: "object", properties: { title: { type: "string" } } };

/** A description in which nothing is amiss, with some members replaced. */
function describing(more: object): object {
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    paths: { "/notes": { get: reads("listNotes", note) } },
    ...more,
  };
}

/** Where a description may hold a text. */
const places: Readonly<Record<string, (text: string) => object>> = {
  "the title": (text) => describing({ info: { title: `Notes ${text}`, version: "1" } }),
  "a path": (text) => describing({ paths: { [`/notes/${text}`]: { get: reads("listNotes", note) } } }),
  "the id of an operation": (text) => describing({ paths: { "/notes": { get: reads(text, note) } } }),
  "the name of a member": (text) =>
    describing({
      paths: { "/n": { get: reads("n", { type: "object", properties: { [text]: note } }) } },
    }),
  "a value of an enum": (text) =>
    describing({ paths: { "/n": { get: reads("n", { type: "string", enum: ["a", text] }) } } }),
  "a part that is left out": (text) =>
    describing({ paths: { [`/notes/{${text}`]: { get: reads("listNotes", note) } } }),
};

/** Every command that prints or reports what a description says. */
const commands: Readonly<Record<string, readonly string[]>> = {
  run: ["run", "--target", "TARGET", "--formats", "all", "--reports", "FOLDER"],
  "run --plan": ["run", "--plan"],
  list: ["list"],
  "list --json": ["list", "--json"],
  explain: ["explain", "listNotes: responses"],
  calibrate: ["calibrate", "--reports", "FOLDER"],
  certify: ["certify", "--vendor", "V", "--product", "P", "--product-version", "1", "--target", "TARGET"],
  doctor: ["doctor", "--target", "TARGET"],
};

/** Runs a command in a folder of its own, against a server that counts its requests. */
async function attempt(command: readonly string[], given: Parameters<typeof pedigree>[1] = {}) {
  let requests = 0;
  const target = await startOrigin((_, response) => {
    requests += 1;
    response.setHeader("content-type", "application/json").end("{}");
  });
  const folder = temporaryFolder();
  const named: Readonly<Record<string, string>> = { TARGET: target, FOLDER: folder };
  const args = command.map((each) => named[each] ?? each);
  const environment = { PEDIGREE_API_KEY: key, ...given.environment };
  const ended = await pedigree(args, { directory: folder, ...given, environment });
  return { ...ended, requests, reports: readdirSync(folder).filter((name) => /report|html|xml/.test(name)) };
}

function fileOf(description: object, name = "notes.json"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, JSON.stringify(description));
  return path;
}

const refused = (place = "the description") => ({
  exitCode: 2,
  stdout: "",
  stderr: `pedigree: the API key stands in ${place}, and reports would show it: take it out there, or use another key\n`,
  requests: 0,
  reports: [],
});

describe("a key that stands in the description ends a command before anything is sent or printed", () => {
  it.each(Object.entries(commands))("%s", async (_, command) => {
    const spec = fileOf(describing({ info: { title: `Notes ${key}`, version: "1" } }));

    expect(await attempt([...command, "--spec", spec])).toEqual(refused());
  });

  it.each(
    Object.entries(forms).flatMap(([form, text]) =>
      Object.entries(places).map(([place, describe]) => [form, place, describe(text)] as const),
    ),
  )("%s in %s", async (_form, _place, description) => {
    expect(await attempt(["list", "--spec", fileOf(description)])).toEqual(refused());
  });

  it("that the server itself serves", async () => {
    const origin = await startOrigin((_, response) =>
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify(describing({ tags: [{ name: key }] }))),
    );

    expect(await attempt([...(commands["run"] ?? []), "--spec", `${origin}/openapi.json`])).toEqual(
      refused(),
    );
  });

  it("that an overlay puts there, but not where one takes it away", async () => {
    const overlay = (description: string): string =>
      fileOf(
        {
          overlay: "1.0.0",
          info: { title: "O", version: "1" },
          actions: [{ target: "$.info", update: { description } }],
        },
        "overlay.json",
      );
    const holding = fileOf(describing({ info: { title: "N", version: "1", description: key } }));

    expect(await attempt(["list", "--spec", fileOf(describing({})), "--overlay", overlay(key)])).toEqual(
      refused(),
    );
    expect(await attempt(["list", "--spec", holding, "--overlay", overlay("none")])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("listNotes: responses"),
    });
  });

  it("that cannot be read: the sentence hides it", async () => {
    const path = join(temporaryFolder(), "notes.yaml");
    writeFileSync(path, `openapi: ${key}\ninfo: {}\npaths: {}\n`);
    const { exitCode, stdout, stderr } = await attempt(["list", "--spec", path]);

    expect(exitCode).toBe(2);
    expect(stdout + stderr).not.toContain(key);
  });
});

describe("a key from anywhere but the environment is found, too:", () => {
  const spec = (): string => fileOf(describing({ info: { title: key, version: "1" } }));
  const withoutKey = { PEDIGREE_API_KEY: undefined };

  it("of --key-file", async () => {
    const file = join(temporaryFolder(), "key");
    writeFileSync(file, `${key}\n`);
    const command = [...(commands["run"] ?? []), "--spec", spec(), "--key-file", file];

    expect(await attempt(command, { environment: withoutKey })).toEqual(refused());
  });

  it("of a variable that the configuration names", async () => {
    const directory = temporaryFolder();
    const target = "targets: { here: { url: 'http://127.0.0.1:1', key: { env: NOTES_KEY } } }\n";
    writeFileSync(join(directory, "pedigree.config.yaml"), target);
    const environment = { ...withoutKey, NOTES_KEY: key };

    expect(await attempt(["run", "--target", "here", "--spec", spec()], { directory, environment })).toEqual(
      refused(),
    );
  });

  it("of the second user", async () => {
    const environment = { PEDIGREE_API_KEY: "another-key-1234", PEDIGREE_SECOND_API_KEY: key };

    expect(await attempt(["list", "--spec", spec()], { environment })).toEqual(refused());
  });
});

describe("a key in what else reports show", () => {
  it.each<readonly [what: string, configuration: string, command: readonly string[]]>([
    [
      "a waiver",
      `waivers: [{ requirement: LIST-3, reason: "${key}", owner: us, expires: 2099-12-31 }]`,
      ["run"],
    ],
    [
      "a waiver, where a product is certified",
      `waivers: [{ requirement: LIST-3, reason: "${key}", owner: us, expires: 2099-12-31 }]`,
      commands["certify"] ?? [],
    ],
    [
      "a value",
      `api: { values: { title: "${key}" } }`,
      ["run", "--spec", "SPEC", "--target", "http://127.0.0.1:1"],
    ],
  ])("is refused: %s", async (_, configuration, command) => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, "pedigree.config.yaml"), configuration);
    const spec = fileOf(describing({}));
    const named = command.map((each) => (each === "SPEC" ? spec : each));

    const ended = await attempt(named, { directory });

    expect(ended).toMatchObject({ ...refused("the configuration"), stderr: expect.any(String) });
    expect(ended.stderr).toContain("the API key stands in the configuration");
    expect(ended.stderr).not.toContain(key);
  });
});

describe("a key that nothing shows", () => {
  it.each([
    ["shares words with the description", "listNotes-title-Notes-1"],
    ["has fewer than eight characters", "Notes"],
    ["is that of a part of a word", "listNotesOfAll"],
  ])("lets every command go on where it %s", async (_, good) => {
    const environment = { PEDIGREE_API_KEY: good };

    expect(await attempt(["list", "--spec", fileOf(describing({}))], { environment })).toMatchObject({
      exitCode: 0,
    });
  });
});
