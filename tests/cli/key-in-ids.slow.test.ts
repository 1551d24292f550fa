import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FindingReport } from "../../src/engine/index.js";
import type { Operator } from "../../src/server/index.js";
import { bundleOf, certifyServer } from "../certification/evidence.js";
import { adds, changes, reads, removes } from "../contracts/described.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { startServer } from "../servers/judging.js";
import { encodings } from "../transport/key-encodings.js";
import { pedigree, readReport, runOn, temporaryFolder } from "./pedigree.js";

const key = "kE7-aaQx92_Lm.55tZ-w81Rb";

/** Forms that an output may write otherwise; the tests of redaction have all of them. */
const encoded = [
  ...["plain", "in capitals", "percent-encoded", "percent-encoded twice", "in a JSON string"],
  ...["escaped with \\u", "in decimal entities", "in hexadecimal", "as a list of bytes"],
  ...["in base64", "in base64url"],
] as const;

/** What a server makes of the key, in texts that it chooses. */
const forms: Readonly<Record<string, ((good: string) => string) | undefined>> = {
  ...Object.fromEntries(encoded.map((name) => [name, encodings[name]])),
  "without its last character": (good) => good.slice(0, -1),
  "without its first character": (good) => good.slice(1),
  "its first 13 characters": (good) => good.slice(0, 13),
  "its first 20 characters": (good) => good.slice(0, 20),
  "in groups with dashes": (good) => (good.match(/.{1,4}/g) ?? []).join("-"),
  "in decimal digits": (good) => [...Buffer.from(good)].join(""),
  "in hexadecimal with dashes": (good) => (Buffer.from(good).toString("hex").match(/../g) ?? []).join("-"),
};

const note = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "string", readOnly: true }, title: { type: "string", maxLength: 60 } },
};
const sent = { type: "object", required: ["title"], properties: { title: note.properties.title } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const page = {
  type: "object",
  required: ["items"],
  properties: { items: { type: "array", items: note }, next: { type: "string" } },
};
const ifMatch = { name: "If-Match", in: "header", schema: { type: "string" } };
const stale = { 412: { description: "Stale" } };
const query = [
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
  { name: "cursor", in: "query", schema: { type: "string" } },
];
const description = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/notes": {
      get: { ...reads("listNotes", page), parameters: query },
      post: adds("addNote", sent, note),
    },
    "/notes/{id}": {
      parameters: [id],
      get: reads("getNote", note),
      put: { ...changes("replaceNote", sent, note, stale), parameters: [ifMatch] },
      delete: { ...removes("deleteNote", stale), parameters: [ifMatch] },
    },
  },
};

/** A server of notes that makes of this text every id, cursor, link, location, ETag and header name that it chooses. */
function startNotes(textOf: (nth: number) => string, deviates: boolean, good = key): Promise<string> {
  const notes = new Map<string, { readonly title: unknown; readonly version: number }>();
  let nth = 0;
  const show = (each: string) => ({ id: each, title: notes.get(each)?.title });
  return startJsonServer(({ method, parts: [, given], query: asked, headers, sent: body }): Reply => {
    const word = textOf(nth);
    const name = /^[\w.~-]+$/.test(word) ? `X-${word}` : "X-Note";
    const isOpen = deviates && method === "GET" && given === undefined;
    if (headers.authorization !== `Bearer ${good}` && !isOpen)
      return [401, { message: word }, { [name]: "1" }];
    if (given === undefined && method === "POST") {
      const { title } = body;
      if (typeof title !== "string" || title.length > 60) return [400, { message: `no title: ${word}` }];
      nth += 1;
      // Beside a status, fewer digits may look like a part of the key.
      const made = `${word}.${100 + nth}`;
      notes.set(made, { title, version: nth });
      const location = `/notes/${encodeURIComponent(made)}`;
      return [201, show(made), { location, etag: JSON.stringify(plain(made)) }];
    }
    if (given === undefined) {
      const limit = Number(asked.get("limit") ?? 50);
      if (!Number.isInteger(limit) || limit < 1 || limit > 50) return [400, { message: word }];
      const all = [...notes.keys()];
      const from = all.indexOf(asked.get("cursor") ?? "") + 1;
      const shown = all.slice(from, from + limit);
      const last = shown.at(-1);
      if (last === undefined || from + limit >= all.length) return [200, { items: shown.map(show) }];
      const next = `/notes?limit=${limit}&cursor=${encodeURIComponent(last)}`;
      return [200, { items: shown.map(show), next }, { link: `<${next}>; rel="next"` }];
    }
    const found = decodeURIComponent(given);
    const here = notes.get(found);
    if (here === undefined) return [404, { message: `there is no ${found}` }];
    const tag = JSON.stringify(plain(`${found}/${here.version}`));
    if (headers["if-match"] !== undefined && headers["if-match"] !== tag && method !== "GET")
      return [412, { message: `not ${headers["if-match"]}` }];
    if (method === "GET") return [200, show(found), { etag: tag, [name]: "1" }];
    if (method === "DELETE") {
      if (!deviates) notes.delete(found);
      return [204];
    }
    const { title } = body;
    if (typeof title !== "string" || title.length > 60) return [400, { message: word }];
    nth += 1;
    if (!deviates) notes.set(found, { title, version: nth });
    return [200, { id: found, title }, { etag: JSON.stringify(plain(`${found}/${nth}`)) }];
  });
}

/** What an ETag and a header's value can carry. */
function plain(text: string): string {
  return text.replaceAll(/[^\x21\x23-\x7e]/g, "");
}

/** Formats in which ids stand: JUnit and others name only what failed. */
const writtenByAll = ["report.json", "junit.xml", "summary.md", "report.html", "ctrf.json", "exchanges.har"];

/** Everything that a run writes and says, file by file. */
async function allOutputsOf(baseUrl: string, good = key) {
  const reports = temporaryFolder();
  const spec = join(temporaryFolder(), "notes.json");
  writeFileSync(spec, JSON.stringify(description));
  const summary = join(reports, "step-summary.md");
  writeFileSync(summary, "");
  const environment = { PEDIGREE_API_KEY: good, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
  const args = ["run", "--spec", spec, "--target", baseUrl, "--reports", reports, "--seed", "1"];
  const ended = await pedigree([...args, "--formats", "all", "--verbose"], { environment });
  const files = readdirSync(reports).map((name) => {
    const bytes = readFileSync(join(reports, name));
    return [name, (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")] as const;
  });
  const outputs = [["stdout", ended.stdout] as const, ["stderr", ended.stderr] as const, ...files];
  return { ended, reports, spec, outputs: new Map(outputs), environment };
}

/** Letters and digits of ASCII, also those that stand for them, in small letters: however an output escapes and breaks the rest. */
function squeezed(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/%(25)*[89a-f][\da-f]|[^a-z\d]/g, "");
}

/** Which outputs hold 14 letters and digits in a row of this form. */
function leaksOf(form: string, outputs: ReadonlyMap<string, string>): readonly string[] {
  const small = [form, encodeURIComponent(form), encodeURIComponent(encodeURIComponent(form))].map(squeezed);
  const runs = small.flatMap((each) =>
    Array.from({ length: Math.max(0, each.length - 13) }, (_, at) => each.slice(at, at + 14)),
  );
  return [...outputs].flatMap(([name, text]) => {
    const shown = squeezed(text);
    const leaked = runs.find((run) => shown.includes(run));
    return leaked === undefined ? [] : [`${name}: ${leaked} in ${around(shown, leaked)}`];
  });
}

function around(text: string, part: string): string {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 60), at + part.length + 60);
}

describe("a server that makes its ids, links, locations, ETags and header names of the key", () => {
  it.each(Object.entries(forms))("leaves nothing of it in any output where it is %s", async (_, formOf) => {
    const form = formOf?.(key) ?? "";
    expect(form).not.toBe("");
    const baseUrl = await startNotes(() => form, true);

    const { outputs, ended } = await allOutputsOf(baseUrl);

    expect(outputs.get("report.json")).toContain("[the API key]");
    expect([...outputs.keys()]).toEqual(expect.arrayContaining([...writtenByAll]));
    expect(outputs.get("stdout")).toContain("::error");
    expect(leaksOf(form, outputs)).toEqual([]);
    expect(ended.exitCode).toBe(1);
  });

  it("has findings that cannot be replayed where their requests hold such an id", async () => {
    const baseUrl = await startNotes(() => Buffer.from(key).toString("hex"), true);
    const { reports, spec, environment } = await allOutputsOf(baseUrl);
    const { findings } = readReport(reports);
    const isHidden = ({ exchanges, shownBy }: FindingReport): boolean =>
      exchanges[shownBy]?.request.url.includes("[the API key]") ?? false;
    const replay = (number = 0) =>
      pedigree(
        [
          "replay",
          join(reports, "report.json"),
          "--finding",
          `${number}`,
          "--spec",
          spec,
          "--target",
          baseUrl,
        ],
        { environment },
      );

    const tried = await replay(findings.find(isHidden)?.number);
    const other = await replay(findings.find((each) => !isHidden(each))?.number);

    expect(tried.exitCode).toBe(3);
    expect(tried.stderr).toMatch(
      /could not be tried: the server chose an id or a link that holds a form of the API key, and no report shows it/,
    );
    expect(other.exitCode).toBe(1);
  });
});

describe("an Animal Store that makes its ids of the key's bytes", () => {
  const digits = [...Buffer.from(key)].join("").slice(0, 16);
  const numbered = (): Operator => {
    let latest = BigInt(`${digits}100`);
    return () => ({
      assignId: () => {
        latest += 1n;
        return latest;
      },
    });
  };

  it("leaves nothing of them in the list of what was added", async () => {
    const { baseUrl } = await startServer(numbered(), { key });

    const { reports } = await runOn(baseUrl, [], { environment: { PEDIGREE_API_KEY: key } });

    const journal = readFileSync(join(reports, "created.ndjson"), "utf8");
    expect(journal).toMatch(/"event":"created".*"id":"\[the API key\]/);
    expect(journal).not.toContain(digits);
  });

  it("gets no certificate, and a sentence names the requirements", async () => {
    const certified = await certifyServer({ operator: numbered(), apiKey: key });

    await expect(bundleOf(certified)).rejects.toThrow(
      /^would lack what it takes to judge (\w+-\d+, )*GET-\d+.* again: the target chose ids in which a form of the API key stands/,
    );
  });
});

describe("an honest server", () => {
  const ids: Readonly<Record<string, string>> = {
    "a UUID": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "a SHA-256 digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "a number": "1076955450",
    "six characters of the key": "aaQx92",
    "base64 of other bytes": "cGVkaWdyZWUtbm90ZS0x",
    "a word of the description": "replaceNote",
  };

  it.each(Object.entries(ids))("keeps its ids in every output where each is %s", async (_, word) => {
    const baseUrl = await startNotes(() => word, true);

    const { outputs, ended } = await allOutputsOf(baseUrl);

    expect([...outputs.values()].filter((text) => text.includes("[the API key]"))).toEqual([]);
    for (const name of writtenByAll) expect(squeezed(outputs.get(name) ?? "")).toContain(squeezed(word));
    expect(ended.exitCode).toBe(1);
  });

  it("sends words of its description although they stand in the key", async () => {
    const good = "replaceNote-cursor-limit-Pedigree";
    const baseUrl = await startNotes(() => "n", true, good);

    const { reports } = await allOutputsOf(baseUrl, good);

    const requests = JSON.stringify(readReport(reports).exchanges.entries.map(({ request }) => request));
    expect(requests).toMatch(/notes\?limit=\d+&cursor=n.*Pedigree \w+/);
    expect(requests).not.toContain("[the API key]");
  });
});
