import { describe, expect, it } from "vitest";
import { type Knowledge, noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/engine/index.js";
import { callableOperations } from "../../src/model/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, json, judgeDescribed, lists, removes, takes } from "./described.js";

/** Operations as `POST /charges createCharge`, with a summary after that where one is needed. */
type Line = string;

/** A description in which every body is a note, and every response an item with an id. */
function describeApi(lines: readonly Line[]) {
  const item = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, note: { type: "string" } },
  };
  const note = { type: "object", required: ["note"], properties: { note: { type: "string" } } };
  const paths: Record<string, Record<string, object>> = {};
  for (const line of lines) {
    const [method = "", path = "", operationId = "", ...summary] = line.split(" ");
    const isWritten = ["POST", "PUT", "PATCH"].includes(method);
    const schema = method === "GET" && !/\}\/?$/.test(path) ? { type: "array", items: item } : item;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId,
        summary: summary.join(" "),
        parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
        ...(isWritten ? takes(note) : {}),
        responses: {
          [method === "POST" ? "2XX" : 200]: { description: "done", ...json(schema) },
        },
      },
    };
  }
  return describePaths(paths);
}

/** Runs against a server that agrees to everything, and holds one item of somebody else. Returns what it was asked to do. */
async function callsOf(
  lines: readonly Line[],
  {
    known,
    created = { status: 201, once: false },
    ...options
  }: Partial<RunOptions> & {
    readonly known?: Partial<Knowledge>;
    /** What a creation is answered with, and whether there is one item only, which each of them changes. */
    readonly created?: { readonly status: number; readonly once: boolean };
  } = {},
): Promise<readonly string[]> {
  const calls = new Set<string>();
  const stored = new Map<number, object>();
  let last = 10;
  const baseUrl = await startJsonServer(({ method, url, sent }) => {
    if (method !== "GET" || /log-?out|purge/i.test(url))
      calls.add(`${method} ${url.replaceAll(/\/\d+/g, "/*")}`);
    last += 1;
    const isList = method === "GET" && !/\/\d+\/?$/.test(url);
    const id = method === "POST" ? (created.once ? 7 : last) : Number(/\d+/.exec(url)?.[0] ?? 7);
    const shown = { ...(method === "GET" ? stored.get(id) : sent), id };
    if (method !== "GET" && !created.once) stored.set(id, shown);
    const status = method === "POST" ? created.status : 200;
    return [status, isList ? [{ id: 7, note: "somebody's" }] : shown];
  });
  const description = { ...describeApi(lines), known: { ...noKnowledge, ...known } };
  await judgeDescribed(description, baseUrl, options);
  return [...calls].toSorted();
}

const payments = [
  "GET /charges listCharges",
  "POST /charges createCharge",
  "GET /charges/{id} getCharge",
  "POST /charges/{id}/refund refundCharge",
  "POST /payments pay",
  "GET /payments listPayments",
  "GET /transfers listTransfers",
  "POST /transfers createTransfer",
  "DELETE /customers/{id} deleteCustomer",
  "GET /customers listCustomers",
  "PUT /customers/{id} replaceCustomer",
];
const mails = [
  "POST /messages sendMessage",
  "GET /messages listMessages",
  "POST /campaigns/{id}/send launchCampaign",
  "GET /invitations listInvitations",
  "POST /invitations inviteUser",
  "POST /subscriptions subscribe",
  "GET /subscriptions listSubscriptions",
  "POST /newsletters addNewsletter Sends a newsletter to all readers",
  "GET /newsletters listNewsletters",
  "PATCH /templates/{id} changeTemplate",
  "GET /templates listTemplates",
];
const administration = [
  "POST /deployments deploy",
  "GET /deployments listDeployments",
  "POST /cache/purge purgeCache",
  "GET /logout logout",
  "GET /purge purgeAll",
  "DELETE /users deleteAllUsers",
  "GET /users listUsers",
  "DELETE /users/{id} deleteUser",
  "PUT /settings replaceSettings",
  "GET /settings getSettings",
  "POST /jobs/run runJob",
  "GET /members listMembers",
  "POST /members registerMember",
  "POST /tokens createToken",
  "GET /tokens listTokens",
];

describe("by default, nothing is called that costs, tells people or destroys, of", () => {
  it.each([
    ["payments", payments],
    ["mails", mails],
    ["administration", administration],
  ])("%s", async (_, lines) => {
    expect(await callsOf(lines)).toEqual([]);
  });
});

/** Is the one operation of a description called, a GET of this path? */
function isCalled(path: string, operationId?: string): boolean {
  const get = {
    ...(operationId === undefined ? {} : { operationId }),
    responses: { 200: { description: "done" } },
  };
  return callableOperations(describePaths({ [path]: { get } })).length > 0;
}

describe("a GET is", () => {
  it.each([
    ["/createGroup", "createGroupUsingGET"],
    ["/createGroup", undefined],
    ["/pads/text", "setText"],
    ["/pads/restored", "restore_revision"],
    ["/groups/create", undefined],
    ["/create-role", undefined],
    ["/lists", "createList"],
    ["/lists/add", "addToList"],
    ["/pads/moved", "movePad"],
  ])("not called that changes something by its name: %s %s", (path, operationId) => {
    expect(isCalled(path, operationId)).toBe(false);
  });

  it.each([
    ["/add-ons", undefined],
    ["/moves", "move_list"],
    ["/setLists", "getSetLists"],
    ["/created", "createdItems"],
    ["/updates", "updates"],
    ["/copy", undefined],
    ["/drafts", "PetController_findCopies"],
  ])("called that reads, although its name has such a word: %s %s", (path, operationId) => {
    expect(isCalled(path, operationId)).toBe(true);
  });
});

const notes = [
  "GET /notes listNotes",
  "POST /notes addNote",
  "GET /notes/{id} getNote",
  "PUT /notes/{id} replaceNote",
  "DELETE /notes/{id} deleteNote",
];
const messages = [
  "GET /notes/{id}/messages listMessages",
  "POST /notes/{id}/messages addMessage",
  "GET /notes/{id}/messages/{message} getMessage",
  "DELETE /notes/{id}/messages/{message} deleteMessage",
];
const withoutDelete = notes.filter((line) => !line.startsWith("DELETE"));

describe("what the run may write is", () => {
  it.each<[string, readonly Line[], Parameters<typeof callsOf>[1], readonly string[]]>([
    ["its own items", notes, {}, ["DELETE /notes/*", "POST /notes", "PUT /notes/*"]],
    ["nothing where it is read only", notes, { readOnly: true }, []],
    [
      "nothing that it could not delete again, where that is asked",
      withoutDelete,
      { deletableOnly: true },
      [],
    ],
    [
      "what can be deleted again, where that is asked",
      notes,
      { deletableOnly: true },
      ["DELETE /notes/*", "POST /notes", "PUT /notes/*"],
    ],
    [
      "what the user allows by name",
      withoutDelete,
      { deletableOnly: true, known: { allow: ["addNote"] } },
      ["POST /notes", "PUT /notes/*"],
    ],
    [
      "an invitation, if the user allows it by name",
      mails,
      { known: { allow: ["inviteUser"] } },
      ["POST /invitations"],
    ],
    [
      "what is registered, where that can be deleted again",
      notes.map((line) => line.replace("addNote", "registerNote")),
      {},
      ["DELETE /notes/*", "POST /notes", "PUT /notes/*"],
    ],
    [
      "messages below its own items, where they can be deleted again",
      [...notes, ...messages],
      {},
      [
        "DELETE /notes/*",
        "DELETE /notes/*/messages/*",
        "POST /notes",
        "POST /notes/*/messages",
        "PUT /notes/*",
      ],
    ],
    [
      "no messages that cannot be deleted again",
      [...notes, ...messages.filter((line) => !line.startsWith("DELETE"))],
      {},
      ["DELETE /notes/*", "POST /notes", "PUT /notes/*"],
    ],
    ["no messages below an item that the user names", messages, { known: { values: { id: 7 } } }, []],
    ["nothing that the user leaves out", notes, { known: { leaveOut: ["addNote"] } }, []],
    [
      "its own items, where a creation is answered with 200",
      notes,
      { created: { status: 200, once: false } },
      ["DELETE /notes/*", "POST /notes", "PUT /notes/*"],
    ],
    ["nothing that every creation changes", notes, { created: { status: 200, once: true } }, ["POST /notes"]],
    [
      "below an address of which the user has given a part",
      ["GET /teams/{team}/notes listNotes", "POST /teams/{team}/notes addNote"],
      { known: { values: { team: "blue" } } },
      ["POST /teams/blue/notes"],
    ],
  ])("%s", async (_, lines, options, expected) => {
    expect(await callsOf(lines, options)).toEqual(expected);
  });
});

describe("a slash at the end belongs to the address", () => {
  const slashed = notes.map((line) => line.replace(/\/notes(?= )/, "/notes/"));
  const everywhere = slashed.map((line) => line.replace("{id} ", "{id}/ "));
  it.each([
    ["of collections", slashed, ["DELETE /notes/*", "POST /notes/", "PUT /notes/*"]],
    ["of items as well", everywhere, ["DELETE /notes/*/", "POST /notes/", "PUT /notes/*/"]],
  ])("%s", async (_, lines, expected) => {
    expect(await callsOf(lines)).toEqual(expected);
  });
});

it.each([
  ["is", "topic", true],
  ["is not", "userId", false],
  ["is not", "members", false],
])("a message %s posted below an item that is created with a %s", (_, member, expected) => {
  const item = { type: "object", properties: { id: { type: "string" } } };
  const body = { type: "object", required: [member], properties: { [member]: { type: "string" } } };
  const chat = { parameters: [idInPath("string")] };
  const contract = describePaths({
    "/chats": { get: lists("listChats", item), post: adds("addChat", body, item) },
    "/chats/{id}/messages": {
      ...chat,
      get: lists("listMessages", item),
      post: adds("addMessage", item, item),
    },
    "/chats/{id}/messages/{message}": {
      parameters: [idInPath("string"), { ...idInPath("string"), name: "message" }],
      delete: removes("removeMessage"),
    },
  });

  expect(callableOperations(contract).some(({ id }) => id === "addMessage")).toBe(expected);
});
