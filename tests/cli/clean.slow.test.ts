import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adds, changes, lists, reads, removes } from "../contracts/described.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { startServer } from "../servers/judging.js";
import { pedigree, runOn, start, temporaryFolder } from "./pedigree.js";

const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const sent = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", maxLength: 60 }, done: { type: "boolean" } },
};
const note = { ...sent, properties: { id: { type: "integer", readOnly: true }, ...sent.properties } };
const settings = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string" }, pageSize: { type: "integer" } },
};
const description = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/notes": { get: lists("listNotes", note), post: adds("addNote", sent, note) },
    "/notes/{id}": {
      parameters: [id],
      get: reads("getNote", note),
      put: changes("replaceNote", sent, note),
      delete: removes("deleteNote"),
    },
    "/settings": { get: reads("getSettings", settings), put: changes("setSettings", settings, settings) },
  },
};
const key = "Gk7-valid_Key.42";
const atFirst = { title: "Library", pageSize: 20 };

interface Notes {
  readonly baseUrl: string;
  readonly store: Map<number, object>;
  readonly settings: () => unknown;
  readonly asked: string[];
  /** Called with each request that has been carried out, before its response goes out. */
  onDone: (asked: Asked, store: ReadonlyMap<number, object>) => void;
}

/** A store that somebody has a note in. Ids are given again. @param status of creations */
async function startNotes(status = 201): Promise<Notes> {
  const store = new Map<number, object>([[1, { id: 1, title: "Somebody's" }]]);
  let now: unknown = atFirst;
  const isValid = ({ title, done = true }: Asked["sent"]): boolean =>
    typeof title === "string" && title.length <= 60 && typeof done === "boolean";
  const replyTo = ({ method, parts: [collection, given], sent: body, headers }: Asked): Reply => {
    if (headers.authorization !== `Bearer ${key}`) return [401, { message: "no key" }];
    if (collection === "settings") {
      if (method === "PUT") now = { ...body };
      return [200, now];
    }
    const nth = Number(given);
    if (given === undefined && method === "GET") return [200, [...store.values()]];
    if (given !== undefined && !store.has(nth)) return [404, { message: "none" }];
    if (method === "DELETE") return store.delete(nth) ? [204] : [404];
    if (method === "GET") return [200, store.get(nth)];
    if (!isValid(body)) return [400, { message: "title" }];
    const { title, done } = body;
    const made = given === undefined ? Math.max(0, ...store.keys()) + 1 : nth;
    store.set(made, { id: made, title, ...(done !== undefined && { done }) });
    return [given === undefined ? status : 200, store.get(made)];
  };
  const notes: Omit<Notes, "baseUrl"> = { store, settings: () => now, asked: [], onDone: () => undefined };
  const baseUrl = await startJsonServer((asked) => {
    notes.asked.push(`${asked.method} ${asked.path}`);
    const reply = replyTo(asked);
    notes.onDone(asked, store);
    return reply;
  });
  return Object.assign(notes, { baseUrl });
}

/** Starts a run that is killed as soon as a request was carried out that this is true of, and waits for its end. */
async function killRun(notes: Notes, isDue: (asked: Asked, own: number) => boolean) {
  const folder = temporaryFolder();
  const spec = join(folder, "notes.json");
  writeFileSync(spec, JSON.stringify(description));
  notes.onDone = (asked, store) => {
    if (isDue(asked, store.size - 1)) running.process.kill("SIGKILL");
  };
  const args = [
    "--spec",
    spec,
    "--target",
    notes.baseUrl,
    "--disposable",
    "--seed",
    "7",
    "--reports",
    folder,
  ];
  const running = start(["run", ...args], { environment: { PEDIGREE_API_KEY: key } });
  const { exitCode } = await running.ended;
  notes.onDone = () => undefined;
  expect(exitCode).toBeNull();
  return { journal: join(folder, "created.ndjson"), left: notes.store.size - 1 };
}

const clean = (journal: string, ...more: readonly string[]) =>
  pedigree(["clean", journal, ...more], { environment: { PEDIGREE_API_KEY: key } });

describe("pedigree clean", () => {
  it.each([
    ["the response to a creation", 201, (asked: Asked, own: number) => asked.method === "POST" && own >= 3],
    ["the response to the first creation", 201, (asked: Asked) => asked.method === "POST"],
    ["the response to a change", 201, ({ method, path }: Asked) => method === "PUT" && path !== "/settings"],
    ["a read of several items", 201, ({ method }: Asked, own: number) => method === "GET" && own >= 3],
    [
      "a creation that is answered with 200",
      200,
      ({ method }: Asked, own: number) => method === "POST" && own >= 4,
    ],
  ])("empties the store after a run that was killed before %s", async (_when, status, isDue) => {
    const notes = await startNotes(status);
    const { journal, left } = await killRun(notes, isDue);

    const ended = await clean(journal, "--target", notes.baseUrl);

    expect(left).toBeGreaterThan(0);
    expect([...notes.store.values()]).toEqual([{ id: 1, title: "Somebody's" }]);
    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^deleted \(\d+\):\n {2}\/notes\/\d+\n/),
    });
    expect(ended.stdout).toContain("nothing is left");
    expect(readFileSync(journal, "utf8")).not.toContain(key);
  });

  it("restores settings that a run was changing when it was killed", async () => {
    const notes = await startNotes();
    const { journal } = await killRun(
      notes,
      ({ path, sent: body }) =>
        path === "/settings" && ![undefined, "Library"].includes(body["title"] as string | undefined),
    );
    const before = notes.settings();

    const { exitCode, stdout } = await clean(journal, "--target", notes.baseUrl);

    expect(before).not.toEqual(atFirst);
    expect({ exitCode, settings: notes.settings() }).toMatchObject({
      exitCode: 0,
      settings: atFirst,
    });
    expect(stdout).toContain("restored (1):\n  /settings\n");
  });

  it("leaves alone what has the id of an item now, and names it", async () => {
    const notes = await startNotes();
    const { journal } = await killRun(notes, ({ method }, own) => method === "GET" && own >= 2);
    const [first = 0, second = 0] = [...notes.store.keys()].slice(1);
    notes.store.set(first, { id: first, title: "Of somebody else" });
    notes.store.delete(second);

    const { exitCode, stdout } = await clean(journal, "--target", notes.baseUrl);

    expect(notes.store.get(first)).toEqual({ id: first, title: "Of somebody else" });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout: expect.stringContaining(
        `left (1):\n  /notes/${first}: where the created item should be, another one`,
      ),
    });
    expect(stdout).toContain(`gone before (1):\n  /notes/${second}\n`);
  });

  it("has nothing to do the second time, nor after a run that has come to its end", async () => {
    const notes = await startNotes();
    const { journal } = await killRun(notes, ({ method }, own) => method === "GET" && own >= 2);
    await clean(journal, "--target", notes.baseUrl);
    notes.asked.length = 0;

    const again = await clean(journal, "--target", notes.baseUrl);

    expect(again).toMatchObject({ exitCode: 0, stdout: "nothing is left\n" });
    expect(notes.asked.filter((each) => !each.startsWith("GET"))).toEqual([]);
  });

  it("sends the key to no address that the journal alone names", async () => {
    const notes = await startNotes();
    const { journal } = await killRun(notes, ({ method }) => method === "POST");
    notes.asked.length = 0;

    const ended = await clean(journal);

    expect(ended).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`it is about ${notes.baseUrl}: name`),
    });
    expect(notes.asked).toEqual([]);
  });

  it.each([
    [
      "the target is another one",
      ["--target", "http://127.0.0.1:9/v1"],
      2,
      "has nothing of http://127.0.0.1:9/v1",
    ],
    ["it may only read", ["--target", "HERE", "--read-only"], 2, "clean deletes what runs have left"],
  ])("says why it does nothing where %s", async (_when, args, exitCode, sentence) => {
    const notes = await startNotes();
    const { journal } = await killRun(notes, ({ method }) => method === "POST");

    const ended = await clean(journal, ...args.map((each) => each.replace("HERE", notes.baseUrl)));

    expect(ended).toMatchObject({ exitCode, stderr: expect.stringContaining(sentence) });
  });

  it("ends with 3 where the key is refused", async () => {
    const notes = await startNotes();
    const { journal } = await killRun(notes, ({ method }) => method === "POST");

    const { exitCode, stderr } = await pedigree(["clean", journal, "--target", notes.baseUrl], {
      environment: { PEDIGREE_API_KEY: "another-key-9" },
    });

    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringContaining("refuses the API key (401)"),
    });
  });

  it("says that a journal of an older version has no addresses", async () => {
    const journal = join(temporaryFolder(), "created.ndjson");
    const line = { event: "sending", at: "", run: "1", trace: "2", target: "http://one/v1", body: "{}" };
    writeFileSync(journal, `${JSON.stringify(line)}\n`);

    const ended = await clean(journal, "--target", "http://one/v1");

    expect(ended).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("which wrote down no addresses"),
    });
  });

  it.each([
    ["there is none", undefined, "cannot be read (ENOENT)"],
    ["it is another file", "{}\n", "is no journal of a run"],
  ])("is refused where %s", async (_when, text, sentence) => {
    const journal = join(temporaryFolder(), "created.ndjson");
    if (text !== undefined) writeFileSync(journal, text);

    const ended = await clean(journal, "--target", "http://one/v1");

    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(sentence) });
  });

  it("says that an Animal Store deletes nothing", async () => {
    const { baseUrl } = await startServer();
    const reports = temporaryFolder();
    await runOn(baseUrl, ["--only", "CREATE-1", "--quiet", "--reports", reports]);

    const ended = await clean(join(reports, "created.ndjson"), "--target", baseUrl);

    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("no operation that deletes one"),
    });
  });
});
