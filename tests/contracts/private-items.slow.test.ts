import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { type Knowledge, loadDescription, noKnowledge } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { unusedPrivateItems } from "../../src/model/index.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { judgeForNet } from "../nets/verdicts.js";
import { startOrigin } from "../servers/plain-server.js";
import { failedIn } from "./deviations.js";

const [first, second] = ["key-of-ada-Zk41", "key-of-ben-Wq97"];

const note =
  "{ type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string, maxLength: 50 }, stars: { type: integer, minimum: 1, maximum: 5 } } }";
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answers = (status: number, schema: string) =>
  `responses: { "${status}": { description: Fine, ${json(schema)} }, default: { description: Not } }`;
const sends = `requestBody: { required: true, ${json(note)} }`;
const list = `get: { operationId: listNotes, ${answers(200, `{ type: array, items: ${note} }`)} }`;

/** Loads the description of a server with notes. */
function loadNotes(hasList: boolean, privateItems: Knowledge["privateItems"]) {
  const path = join(temporaryFolder(), "openapi.yaml");
  writeFileSync(
    path,
    `openapi: 3.0.3
info: { title: Notes, version: "1" }
security: [{ user: [] }]
components: { securitySchemes: { user: { type: http, scheme: bearer } } }
paths:
  /notes:
    ${hasList ? list : ""}
    post: { operationId: addNote, ${sends}, ${answers(201, note)} }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getNote, ${answers(200, note)} }
    put: { operationId: putNote, ${sends}, ${answers(200, note)} }
    patch: { operationId: patchNote, requestBody: { ${json(note.replace("required: [text], ", ""))} }, ${answers(200, note)} }
    delete: { operationId: removeNote, responses: { "200": { description: Kept }, "204": { description: Gone }, default: { description: Not } } }
`,
  );
  return { ...loadDescription(path).description, known: { ...noKnowledge, privateItems } };
}

/** How a server treats a user who asks for another's note. */
interface Treatment {
  /** Methods that treat the other user like its owner. */
  readonly open?: readonly string[];
  /** Methods that do what they are asked for, and refuse all the same. */
  readonly hidden?: readonly string[];
  readonly status?: number;
  readonly body?: (id: string) => unknown;
  readonly hasList?: boolean;
  /** What a list shows to a user: that one's own notes if absent, which is how it should be. */
  readonly listed?: (owner: string, user: string) => boolean;
  readonly users?: readonly string[];
}

const isOwn = (owner: string, user: string): boolean => owner === user;

const left = new Map<number, { owner: string }>();

async function judge(
  {
    open = [],
    hidden = [],
    status = 404,
    body = () => ({}),
    hasList = true,
    users,
    listed = isOwn,
  }: Treatment,
  {
    privateItems = true,
    secondKey,
  }: { privateItems?: Knowledge["privateItems"]; secondKey?: string | undefined } = {
    secondKey: second,
  },
): Promise<Report & { readonly seconds: number }> {
  const notes = left;
  notes.clear();
  let [created, seconds] = [0, 0];
  const baseUrl = await startOrigin(async (request, response) => {
    const sent = await text(request);
    const { url = "", method = "", headers } = request;
    const answer = (code: number, value?: unknown): void => {
      const asked = code === 401 ? { "www-authenticate": "Bearer" } : {};
      response.writeHead(code, { "content-type": "application/json", ...asked });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const user = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    if (user === second) seconds += 1;
    if (!(users ?? [first, second]).includes(user)) return answer(401, {});
    const read = (): { text?: unknown; stars?: unknown } => {
      try {
        const { text: words, stars } = JSON.parse(sent) ?? {};
        return { text: words, ...(stars === undefined ? {} : { stars }) };
      } catch {
        return {};
      }
    };
    const isValid = ({ text: words, stars = 1 }: ReturnType<typeof read>): boolean =>
      typeof words === "string" && words.length <= 50 && [1, 2, 3, 4, 5].includes(stars as number);
    const show = ({ owner: _, ...others }: { owner: string }) => others;
    const [, , id = ""] = url.split("/");
    if (id === "") {
      const own = [...notes.values()].filter(({ owner }) => listed(owner, user));
      if (method === "GET") return answer(200, own.map(show));
      if (!isValid(read())) return answer(400, {});
      created += 1;
      notes.set(created, { id: created, ...read(), owner: user } as never);
      return answer(201, { id: created, ...read() });
    }
    const kept = notes.get(Number(id));
    if (!/^\d+$/.test(id) || kept === undefined) return answer(404, {});
    const isOther = kept.owner !== user;
    const isHidden = isOther && hidden.includes(method);
    if (isOther && !isHidden && !open.includes(method)) return answer(status, body(id));
    const taken = Object.entries(read()).filter(([, value]) => method === "PUT" || value !== undefined);
    const changed = {
      ...(method === "PUT" ? {} : kept),
      ...Object.fromEntries(taken),
      id: Number(id),
      owner: kept.owner,
    } as ReturnType<typeof read> & { owner: string };
    if (method === "DELETE") notes.delete(Number(id));
    if (method === "PUT" || method === "PATCH") {
      if (!isValid(changed)) return answer(400, {});
      notes.set(Number(id), changed);
    }
    if (isHidden) return answer(403, {});
    return method === "DELETE" ? answer(204) : answer(200, show(method === "GET" ? kept : changed));
  });
  const contract = deriveContract(loadNotes(hasList, privateItems));
  const options = { contract, baseUrl, key: first, ...(secondKey === undefined ? {} : { secondKey }) };
  return { ...(await judgeForNet(options)), seconds };
}

const verdicts = ({ requirements }: Report) =>
  requirements
    .filter(({ id }) => id.endsWith(": private items"))
    .map(({ id, verdict, reason = "" }) => [id.split(":")[0], verdict, reason].filter(Boolean).join(" "));

const allPassed = [
  "listNotes passed",
  "getNote passed",
  "putNote passed",
  "removeNote passed",
  "patchNote passed",
];

describe("a server that keeps items to their users is not accused:", () => {
  it.each<[string, Treatment]>([
    ["404", {}],
    ["403", { status: 403 }],
    ["401", { status: 401 }],
    [
      "200 with nothing of the item",
      { status: 200, body: (id) => ({ text: "no longer here", id: Number(id) }) },
    ],
    ["no list, so that the second user has to create something", { hasList: false }],
  ])("%s", async (_, treatment) => {
    const report = await judge(treatment);
    expect(failedIn(report)).toEqual([]);
    expect(verdicts(report)).toEqual(treatment.hasList === false ? allPassed.slice(1) : allPassed);
    expect(left.size).toBe(0);
    expect(JSON.stringify(report)).not.toContain(second);
  });
});

describe("an item that another user gets at is found:", () => {
  it.each<[string, Treatment, readonly string[]]>([
    ["read", { open: ["GET"] }, ["getNote: private items"]],
    ["replaced", { open: ["PUT"] }, ["putNote: private items"]],
    ["changed, and refused", { hidden: ["PATCH"] }, ["patchNote: private items"]],
    ["listed", { listed: () => true }, ["listNotes: private items"]],
    ["deleted", { open: ["DELETE"] }, ["removeNote: private items"]],
    ["deleted, and refused", { hidden: ["DELETE"], hasList: false }, ["removeNote: private items"]],
  ])("%s", async (_, treatment, expected) => {
    const report = await judge(treatment);
    expect(failedIn(report)).toEqual(expected);
    expect(left.size).toBe(0);
    expect(JSON.stringify(report)).not.toContain(second);
  });
});

describe("nothing is said of private items", () => {
  it("where none are named, and nothing is sent with the second key", async () => {
    const report = await judge(
      { open: ["GET", "PUT", "PATCH", "DELETE"] },
      { privateItems: [], secondKey: second },
    );
    expect([verdicts(report), failedIn(report), report.seconds]).toEqual([[], [], 0]);
  });

  it("but of those that are named", async () => {
    const report = await judge({ open: ["GET", "PUT"] }, { privateItems: ["putNote"], secondKey: second });
    expect(verdicts(report)).toEqual(["putNote failed"]);
  });

  it.each([
    ["without a second key", {}, undefined, "there is no second credential: set PEDIGREE_SECOND_API_KEY"],
    [
      "with one that nothing serves",
      { users: [first] },
      second,
      "nothing shows that the second credential is good",
    ],
  ])("%s", async (_, treatment, secondKey, reason) => {
    const report = await judge(treatment, { secondKey });
    expect(verdicts(report)[1]).toMatch(new RegExp(`^getNote untested ${reason}`));
    expect(failedIn(report)).toEqual([]);
  });

  it("where a list does not show what was created to its own user", async () => {
    const report = await judge({ listed: () => false });
    expect(verdicts(report)[0]).toBe(
      "listNotes untested the list does not show its own user what was created",
    );
  });

  it("where the operations that are named serve no item", () => {
    const unused = (privateItems: Knowledge["privateItems"]) =>
      unusedPrivateItems(loadNotes(true, privateItems));
    expect(unused(["getNote", "addNote"])).toEqual([
      "addNote serves no item that a run creates, or asks for no credential",
    ]);
    expect(unused(true)).toEqual([]);
  });
});
