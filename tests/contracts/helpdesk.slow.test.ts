import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { start } from "../../examples/express/server.js";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet, type NetOptions } from "../nets/verdicts.js";
import {
  all,
  answer,
  changeEvery,
  changeJson,
  changeStatus,
  clampQuery,
  edit,
  failedIn,
  type Item,
  inside,
  is,
  isAbout,
  isAbove,
  isLonger,
  isObject,
  keepInstead,
  letIn,
  limited,
  mend,
  mendNone,
  not,
  refuse,
  refuseMember,
  softlyDeleted,
  spread,
  swapStatus,
  takeOver,
  typed,
  visibleAfter,
} from "./deviations.js";
import { type Front, type Passing, type Start, startBehind } from "./front.js";

const key = "desk-key-123";

const { description } = loadDescription(
  new URL("../../examples/express/openapi.yaml", import.meta.url).pathname,
);
const contract = deriveContract(description);

async function judgeHelpdesk(front: Front, options: Partial<NetOptions> = {}): Promise<Report> {
  const baseUrl = await startBehind(start as Start, key, front);
  return judgeForNet({ contract, baseUrl, key, ...options });
}

/** A success without content. */
const answerEmpty = (wanted: string): Front => ({
  response: (passing) => {
    if (isAbout(passing, wanted) && passing.status < 300)
      Object.assign(passing, { status: 204, body: "", headers: {} });
  },
});

const listProjects = "GET /projects";
const createProject = "POST /projects";
const getProject = "GET /projects/*";
const deleteProject = "DELETE /projects/*";
const listTickets = "GET /projects/*/tickets";
const createTicket = "POST /projects/*/tickets";
const getTicket = "GET /projects/*/tickets/*";
const replaceTicket = "PUT /projects/*/tickets/*";
const changeTicket = "PATCH /projects/*/tickets/*";
const deleteTicket = "DELETE /projects/*/tickets/*";

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
}

let lastKey = 0;
/** A project's key that no other has. */
const freshKey = (): string => {
  lastKey += 1;
  return `FRESH${[...`${lastKey}`.padStart(3, "0")].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("")}`;
};
const ticket = { subject: "None", reporter: "nobody@example.com" };

const without = (name: string) => (item: Item) =>
  Object.fromEntries(Object.entries(item).filter(([other]) => other !== name));
const withMember = (name: string, value: unknown) => (item: Item) => ({ ...item, [name]: value });
const withItems =
  (change: (items: readonly Item[]) => unknown) =>
  ({ items, ...page }: Page) => ({ ...page, items: change(items) });
const withLast = (change: (item: Item) => Item) =>
  withItems((items) => items.map((item, index) => (index === items.length - 1 ? change(item) : item)));

const cutAt =
  (length: number) =>
  (value: string): string =>
    value.slice(0, length);

const keyOf = ({ headers }: Passing): string => `${headers["x-api-key"] ?? ""}`;
const serve = (isMeant: (passing: Passing) => boolean): Front => letIn(key, isMeant, { "x-api-key": key });
const hasNoBody = ({ body }: Passing): boolean => body === "";
const asks =
  (query: RegExp) =>
  ({ path }: Passing): boolean =>
    query.test(path);

/** What is wrong, the front that makes it so, and the requirement that has to fail. */
type Deviation = readonly [phrase: string, front: Front, requirement: string];

const bodies: readonly Deviation[] = [
  ["a project without its key", changeJson(getProject, without("key")), "getProject: responses"],
  ["a ticket without its subject", changeJson(getTicket, without("subject")), "getTicket: responses"],
  ["a page without its total", changeJson(listProjects, without("total")), "listProjects: responses"],
  ["an id that is a text", changeJson(getProject, withMember("id", "1")), "getProject: responses"],
  ["a total that is a text", changeJson(listTickets, withMember("total", "2")), "listTickets: responses"],
  ["a total below zero", changeJson(listProjects, withMember("total", -1)), "listProjects: responses"],
  [
    "hours above their maximum",
    changeJson(replaceTicket, withMember("hours", 200.25)),
    "replaceTicket: responses",
  ],
  ["hours that are no multiple", changeJson(getTicket, withMember("hours", 0.3)), "getTicket: responses"],
  [
    "an assignee that is too long",
    changeJson(changeTicket, withMember("assignee", "n".repeat(41))),
    "changeTicket: responses",
  ],
  ["a key in small letters", changeJson(getProject, withMember("key", "small")), "getProject: responses"],
  ["a status that is unknown", changeJson(getTicket, withMember("status", "closed")), "getTicket: responses"],
  [
    "null for a date that is not nullable",
    changeJson(createTicket, withMember("dueAt", null)),
    "createTicket: responses",
  ],
  ["null for the whole", changeJson(getTicket, () => null), "getTicket: responses"],
  ["a list for a page", changeJson(listProjects, ({ items }: Page) => items), "listProjects: responses"],
  [
    "items by their ids",
    changeJson(
      listTickets,
      withItems((items) => Object.fromEntries(items.map((item) => [item["id"], item]))),
    ),
    "listTickets: responses",
  ],
  ["an item in an envelope", changeJson(getTicket, (data) => ({ data })), "getTicket: responses"],
  [
    "a wrong member in the last item only",
    changeJson(listTickets, withLast(withMember("hours", "1"))),
    "listTickets: responses",
  ],
  ["HTML", edit(getProject, { body: "<h1>Project</h1>" }), "getProject: responses"],
  [
    "JSON that ends too early",
    edit(listProjects, { body: '{"items":[],"total":0' }),
    "listProjects: responses",
  ],
  ["JSON in JSON", changeJson(getTicket, (item) => JSON.stringify(item)), "getTicket: responses"],
  ["an empty page", edit(listTickets, { body: "" }), "listTickets: responses"],
  ["an empty body after a creation", edit(createProject, { body: "" }, 201), "createProject: responses"],
  [
    "HTML by its media type",
    edit(listProjects, { headers: { "content-type": "text/html" } }),
    "listProjects: responses",
  ],
  ["no media type", edit(getTicket, { headers: {} }), "getTicket: responses"],
  [
    "a conflict without its error",
    all(swapStatus(400, 409, createProject), edit(createProject, { body: "{}" }, 409)),
    "createProject: responses",
  ],
];

const statuses: readonly Deviation[] = [
  ["200 for a created project", changeStatus(createProject, 200), "createProject: responses"],
  ["202 for a created ticket", changeStatus(createTicket, 202), "createTicket: responses"],
  ["201 for what is read", changeStatus(getProject, 201), "getProject: responses"],
  ["201 for what is replaced", changeStatus(replaceTicket, 201), "replaceTicket: responses"],
  ["206 for a page", changeStatus(listTickets, 206), "listTickets: responses"],
  ["200 for a deleted ticket", changeStatus(deleteTicket, 200), "deleteTicket: responses"],
];

/** Something is accepted at one place, which is refused at others. */
const accepted: readonly Deviation[] = [
  ["no key", mend(createProject, "key", is(undefined), freshKey), "createProject: body /key required"],
  ["null for a key", mend(createProject, "key", is(null), freshKey), "createProject: body /key null"],
  [
    "a name that is too long",
    mend(createProject, "name", isLonger(60), () => "Long"),
    "createProject: body /name maxLength",
  ],
  [
    "null for a subject",
    mend(createTicket, "subject", is(null), () => "None"),
    "createTicket: body /subject null",
  ],
  [
    "an empty subject",
    mend(createTicket, "subject", is(""), () => "None"),
    "createTicket: body /subject minLength",
  ],
  [
    "a subject that is too long",
    mend(createTicket, "subject", isLonger(120), () => "Long"),
    "createTicket: body /subject maxLength",
  ],
  ["hours below zero", mend(createTicket, "hours", is(-1), () => 0), "createTicket: body /hours minimum"],
  [
    "hours above 200",
    mend(createTicket, "hours", isAbove(200), () => 200),
    "createTicket: body /hours maximum",
  ],
  [
    "an eighth of an hour",
    mend(createTicket, "hours", is(0.125), () => 0.25),
    "createTicket: body /hours multipleOf",
  ],
  [
    "an assignee that is too long",
    mend(createTicket, "assignee", isLonger(40), () => null),
    "createTicket: body /assignee maxLength",
  ],
  ["a ticket without a body", mendNone(createTicket, () => ticket), "createTicket: body required"],
  [
    "a replacement without a subject",
    mend(replaceTicket, "subject", is(undefined), () => "None"),
    "replaceTicket: body /subject required",
  ],
  [
    "a replaced subject that is too long",
    mend(replaceTicket, "subject", isLonger(120), () => "Long"),
    "replaceTicket: body /subject maxLength",
  ],
  [
    "a changed eighth of an hour",
    mend(changeTicket, "hours", is(0.125)),
    "changeTicket: body /hours multipleOf",
  ],
];

/** Something is refused that the description allows. */
const refused: readonly Deviation[] = [
  ["a limit of 1", refuse(listProjects, asks(/limit=1\b/)), "listProjects: stated values"],
  ["a limit of 100", refuse(listProjects, asks(/limit=100/)), "listProjects: stated values"],
  ["an offset of 0", refuse(listTickets, asks(/offset=0/)), "listTickets: stated values"],
  [
    "a name of one character",
    refuseMember(createProject, "name", not(isLonger(1))),
    "createProject: stated values",
  ],
  [
    "a subject of 120 characters",
    refuseMember(createTicket, "subject", isLonger(119)),
    "createTicket: stated values",
  ],
  ["0 hours", refuseMember(createTicket, "hours", is(0)), "createTicket: stated values"],
  ["200 hours", refuseMember(createTicket, "hours", is(200)), "createTicket: stated values"],
  [
    "an assignee of 40 characters",
    refuseMember(createTicket, "assignee", isLonger(39)),
    "createTicket: stated values",
  ],
  ["null for an assignee", refuseMember(createTicket, "assignee", is(null)), "createTicket: stated values"],
  ["200 replaced hours", refuseMember(replaceTicket, "hours", is(200), 422), "replaceTicket: stated values"],
  [
    "a changed subject of 120 characters",
    refuseMember(changeTicket, "subject", isLonger(119)),
    "changeTicket: stated values",
  ],
  [
    "null for a changed assignee",
    refuseMember(changeTicket, "assignee", is(null)),
    "changeTicket: stated values",
  ],
];

const crashes: readonly Deviation[] = [
  ["no body", refuse(createProject, hasNoBody, 500), "createProject: no server error"],
  ["null", refuseMember(createTicket, "subject", is(null), 500), "createTicket: no server error"],
  [
    "a long text",
    refuseMember(replaceTicket, "subject", isLonger(120), 500),
    "replaceTicket: no server error",
  ],
  [
    "a text that is allowed, but longer than the column",
    refuseMember(createTicket, "subject", isLonger(100), 500),
    "createTicket: no server error",
  ],
  ["a word for a limit", refuse(listProjects, asks(/limit=abc/), 500), "listProjects: no server error"],
  ["an id that is gone", swapStatus(404, 500, getTicket), "getTicket: no server error"],
  ["every replacement", refuse(replaceTicket, () => true, 500), "replaceTicket: no server error"],
  ["every change", refuse(changeTicket, () => true, 501), "changeTicket: no server error"],
  ["every deletion, after it is done", swapStatus(204, 500, deleteProject), "deleteProject: no server error"],
  ["a missing key", refuse(listProjects, (each) => keyOf(each) === "", 500), "listProjects: no server error"],
  ["a wrong key", swapStatus(401, 500, getTicket), "getTicket: no server error"],
];

const credentials: readonly Deviation[] = [
  ["a list that is open to all", serve((each) => isAbout(each, listProjects)), "listProjects: credential"],
  ["creations by all", serve((each) => isAbout(each, createTicket)), "createTicket: credential"],
  ["changes by all", serve((each) => isAbout(each, changeTicket)), "changeTicket: credential"],
  ["any key", serve((each) => keyOf(each) !== ""), "createProject: credential"],
  [
    "a key without its first character",
    serve((each) => key.endsWith(keyOf(each)) && keyOf(each) !== ""),
    "getProject: credential",
  ],
  [
    "a key that only starts well",
    serve((each) => keyOf(each).startsWith(key.slice(0, 4))),
    "listTickets: credential",
  ],
  ["a key with more behind it", serve((each) => keyOf(each).startsWith(key)), "getProject: credential"],
  [
    "one operation that compares no more than the length",
    serve((each) => isAbout(each, getProject) && keyOf(each).length === key.length),
    "getProject: credential",
  ],
  [
    "an empty page for those without a key",
    {
      request: (passing) => {
        if (isAbout(passing, listTickets) && keyOf(passing) === "")
          Object.assign(passing, {
            status: 200,
            body: '{"items":[],"total":0}',
            headers: { "content-type": "application/json" },
          });
      },
    },
    "listTickets: credential",
  ],
];

const state: readonly Deviation[] = [
  ["a created project is not found", refuse(getProject, () => true, 404), "createProject: read back"],
  ["a created ticket is not found", refuse(getTicket, () => true, 404), "createTicket: read back"],
  [
    "a project has another name",
    changeJson(getProject, withMember("name", "Another")),
    "createProject: read back",
  ],
  [
    "a ticket has another subject",
    mend(createTicket, "subject", isLonger(1, 120), () => "Another"),
    "createTicket: read back",
  ],
  [
    "an assignee is cut at 10 characters",
    mend(createTicket, "assignee", isLonger(10, 40), cutAt(10)),
    "createTicket: read back",
  ],
  [
    "a subject is cut at 50 characters",
    mend(createTicket, "subject", isLonger(50, 120), cutAt(50)),
    "createTicket: read back",
  ],
  [
    "a subject is stored with its letters escaped",
    mend(createTicket, "subject", isLonger(1, 100), (subject: string) => subject.replaceAll(" ", "&nbsp;")),
    "createTicket: read back",
  ],
  ["a replacement of every ticket", spread(replaceTicket), "replaceTicket: replaced"],
  ["a change of every ticket", spread(changeTicket), "changeTicket: changed"],
  ["a deletion of every ticket", spread(deleteTicket), "deleteTicket: gone"],
  ["a deletion of every project", spread(deleteProject), "deleteProject: gone"],
  ["a new ticket in place of those before", spread(createTicket), "createTicket: read back"],
  ["a replacement is not stored", keepInstead(replaceTicket, (before) => before), "replaceTicket: replaced"],
  [
    "a replacement leaves the assignee",
    keepInstead(replaceTicket, (before, after) => ({ ...after, assignee: before["assignee"] })),
    "replaceTicket: replaced",
  ],
  ["a change is not stored", keepInstead(changeTicket, (before) => before), "changeTicket: changed"],
  [
    "a change of the subject changes the assignee, too",
    keepInstead(changeTicket, (_, after) => ({ ...after, assignee: after["subject"] })),
    "changeTicket: changed",
  ],
  [
    "a change sets hours to none",
    {
      request: (passing) => {
        if (!isAbout(passing, changeTicket) || passing.body === "") return;
        passing.body = JSON.stringify({ hours: 0, ...(JSON.parse(passing.body) as Item) });
      },
    },
    "changeTicket: changed",
  ],
  [
    "a change empties what is not named",
    {
      request: (passing) => {
        if (!isAbout(passing, changeTicket) || passing.body === "") return;
        const body = JSON.parse(passing.body) as Item;
        if (!("assignee" in body)) passing.body = JSON.stringify({ ...body, assignee: null });
      },
    },
    "changeTicket: changed",
  ],
  [
    "a change puts everything back but for what is named",
    {
      request: (passing) => {
        if (!isAbout(passing, changeTicket) || passing.body === "") return;
        const body = JSON.parse(passing.body) as Item;
        if (!("assignee" in body)) passing.body = JSON.stringify({ ...body, assignee: "Nobody" });
      },
    },
    "changeTicket: changed",
  ],
  [
    "hours are rounded",
    mend(
      createTicket,
      "hours",
      (value) => typeof value === "number" && value < 200 && value > 0 && value % 0.25 === 0,
      Math.ceil,
    ),
    "createTicket: read back",
  ],
  [
    "an assignee is not shown",
    changeJson(getTicket, ({ assignee: _, ...others }: Item) => others),
    "createTicket: read back",
  ],
  [
    "an assignee is shown as null",
    changeJson(getTicket, withMember("assignee", null)),
    "createTicket: read back",
  ],
  [
    "a replacement leaves the reporter",
    keepInstead(replaceTicket, (before, after) => ({ ...after, reporter: before["reporter"] })),
    "replaceTicket: replaced",
  ],
  [
    "every ticket is due at once",
    changeJson(getTicket, (ticket: Item) =>
      "dueAt" in ticket ? { ...ticket, dueAt: "1999-01-01T00:00:00Z" } : ticket,
    ),
    "createTicket: read back",
  ],
  ["the id is taken over by a change", takeOver(changeTicket, "id"), "changeTicket: readOnly members"],
  [
    "a ticket needs an assignee",
    refuseMember(createTicket, "assignee", is(undefined)),
    "createTicket: stated values",
  ],
  ["a change has no body in its response", answerEmpty(changeTicket), "changeTicket: responses"],
  ["a page has no body", answerEmpty(listTickets), "listTickets: responses"],
  [
    "any text for the key of a project",
    mend(
      createProject,
      "key",
      (value) => typeof value === "string" && !/^[A-Z]{2,8}$/.test(value),
      () => `ZZ${String.fromCharCode(65 + Math.random() * 26, 65 + Math.random() * 26)}`,
    ),
    "createProject: body /key pattern",
  ],
  ["a deletion of a ticket does nothing", answer(deleteTicket, 204), "deleteTicket: gone"],
  ["a deletion of a project does nothing", answer(deleteProject, 204), "deleteProject: gone"],
  ["the id of a project is taken over", takeOver(createProject, "id"), "createProject: readOnly members"],
  [
    "the time of a creation is taken over",
    takeOver(createTicket, "createdAt"),
    "createTicket: readOnly members",
  ],
  [
    "the time of a creation is taken over by a replacement",
    takeOver(replaceTicket, "createdAt"),
    "replaceTicket: readOnly members",
  ],
  ["the id is taken over by a replacement", takeOver(replaceTicket, "id"), "replaceTicket: readOnly members"],
];

it("a list that obeys no limit is found", async () => {
  const report = await judgeHelpdesk(clampQuery(/limit=1(?=&|$)/, "limit=20"));
  expect(failedIn(report)).toContain("listTickets: page size");
});

const named = (kind: string, deviations: readonly Deviation[]): readonly Deviation[] =>
  deviations.map(([phrase, ...rest]) => [`${kind}: ${phrase}`, ...rest]);

describe("a helpdesk that breaks one promise is found, by the requirement that names it:", () => {
  it.each([
    ...named("a response has", bodies),
    ...named("a status is", statuses),
    ...named("accepted is", accepted),
    ...named("refused is", refused),
    ...named("a crash follows", crashes),
    ...named("served are", credentials),
    ...state,
  ])("%s", async (_, front, requirement) => {
    const report = await judgeHelpdesk(front);
    expect(failedIn(report)).toContain(requirement);
    expect(report.conclusion.exitCode).toBe(1);
  });
});

/** Members of every object in a success. */
const everywhere = (change: (members: Item) => object): Front => changeEvery((json) => inside(json, change));

/** Changes the text of every body that was answered with. */
const rewritten = (pattern: RegExp, replacement: string): Front => ({
  response: (passing) => {
    passing.body = passing.body.replaceAll(pattern, replacement);
  },
});
/** Changes the members of every body that is sent. */
const sent = (change: (body: Item) => Item): Front => ({
  request: (passing) => {
    if (passing.body !== "") passing.body = JSON.stringify(change(JSON.parse(passing.body) as Item));
  },
});
const whereStatus = (isMeant: (status: number) => boolean, change: Partial<Passing>): Front => ({
  response: (passing) => {
    if (isMeant(passing.status)) Object.assign(passing, change);
  },
});
const withHeaders = (added: Readonly<Record<string, string>>): Front => ({
  response: (passing) => {
    passing.headers = { ...passing.headers, ...added };
  },
});

const clamped = (value: unknown, least: number, most: number): unknown =>
  typeof value === "number" ? Math.min(Math.max(value, least), most) : value;

/** Ids that no double holds. */
const large = "115292150460684";

/** What is clamped, ignored or converted at one place, while nothing of the very same kind is refused. */
const converted: readonly [phrase: string, front: Front][] = [
  ["a limit of 0", clampQuery(/limit=0/, "limit=1", listProjects)],
  ["a limit of 101", clampQuery(/limit=101/, "limit=100", listTickets)],
  ["a limit that is a word", clampQuery(/limit=[a-z]+/, "limit=20", listTickets)],
  ["an offset below zero", clampQuery(/offset=-\d+/, "offset=0", listTickets)],
  ["an offset that is a word", clampQuery(/offset=[a-z]+/, "offset=0", listProjects)],
  ["a contact that is no address", mend(createProject, "contact", is("no-address"))],
  ["a reporter that is no address", mend(createTicket, "reporter", is("no-address"), () => ticket.reporter)],
  ["a status that is an object", mend(createTicket, "status", isObject)],
  ["a replaced date that is none", mend(replaceTicket, "dueAt", is("not-a-date-time"))],
];

/** What is permitted, the front that does it, and the options of the run, if it needs any. */
const permitted: [phrase: string, front: Front, options?: Partial<NetOptions>][] = [
  ["more members in every object", everywhere((members) => ({ ...members, more: [{ a: null }] }))],
  [
    "members in another order",
    everywhere((members) => Object.fromEntries(Object.entries(members).toReversed())),
  ],
  [
    "items in another order",
    all(
      changeJson(
        listProjects,
        withItems((items) => items.toReversed()),
      ),
      changeJson(
        listTickets,
        withItems((items) => items.toReversed()),
      ),
    ),
  ],
  ["a total that counts what others see", changeJson(listProjects, withMember("total", 1_000_000))],
  ["422 for what is not valid", swapStatus(400, 422)],
  ["403 for a wrong key", swapStatus(401, 403)],
  ["410 for what is gone", swapStatus(404, 410)],
  ["405 for what is replaced", refuse(replaceTicket, () => true, 405)],
  ["403 for deletions", refuse(deleteProject, () => true, 403)],
  [
    "refusals as problems, where no schema of their own is described",
    whereStatus((status) => status >= 400 && status !== 409, {
      body: '{"title":"No"}',
      headers: { "content-type": "application/problem+json" },
    }),
  ],
  [
    "paging values that are clamped",
    all(
      clampQuery(/limit=(0|[a-z]+)(?=&|$)/, "limit=1"),
      clampQuery(/limit=101/, "limit=100"),
      clampQuery(/offset=(-1|[a-z]+)/, "offset=0"),
    ),
  ],
  ["hours that are clamped", sent((body) => ({ ...body, hours: clamped(body["hours"], 0, 200) }))],
  [
    "any text for an address or a date",
    sent(({ contact, reporter, dueAt, ...body }) => ({
      ...body,
      contact: contact === "no-address" ? undefined : contact,
      reporter: reporter === "no-address" ? ticket.reporter : reporter,
      dueAt: dueAt === "not-a-date-time" ? undefined : dueAt,
    })),
  ],
  [
    "null for what is optional, left out",
    sent((body) =>
      Object.fromEntries(
        Object.entries(body).filter(
          ([name, each]) => each !== null || ["key", "name", "subject", "reporter"].includes(name),
        ),
      ),
    ),
  ],
  [
    "readOnly members that are refused",
    all(
      refuseMember(createProject, "id", not(is(undefined))),
      refuseMember(createTicket, "id", not(is(undefined))),
      refuseMember(replaceTicket, "id", not(is(undefined))),
    ),
  ],
  ["a charset", typed("application/json; charset=UTF-8")],
  ["a type of its own", typed("application/vnd.helpdesk.v1+json")],
  [
    "addresses in capitals",
    everywhere((members: Item) => ({
      ...members,
      ...Object.fromEntries(
        Object.entries(members)
          .filter(([name]) => ["contact", "reporter"].includes(name))
          .map(([name, each]) => [name, `${each}`.toUpperCase()]),
      ),
    })),
  ],
  [
    "another header",
    withHeaders({ "x-request-id": "7", etag: '"1"', "cache-control": "no-store", vary: "Origin" }),
  ],
  ["responses that take 50 ms", { request: () => new Promise((resolve) => setTimeout(resolve, 50)) }],
  ["429 now and then", limited(10, "0")],
  ["connections closed after each response", withHeaders({ connection: "close" })],
  ["times with another offset", rewritten(/"2026-01-15T10:00:00Z"/g, '"2026-01-15T12:00:00+02:00"')],
  ["deleted items that are shown as such", softlyDeleted({ deletedAt: "2026-01-15T10:00:00Z" })],
  ["what is created is found a little later", visibleAfter(100), { settle: 500 }],
  [
    "ids that no double holds",
    all(
      {
        request: (passing) => {
          passing.path = passing.path.replaceAll(new RegExp(`/${large}0*(\\d+)`, "g"), "/$1");
        },
      },
      {
        response: (passing) => {
          passing.body = passing.body.replaceAll(
            /"id":(\d+)/g,
            (_, id: string) => `"id":${large}${id.padStart(5, "0")}`,
          );
        },
      },
    ),
  ],
  [
    "gzip",
    {
      response: (passing) => {
        if (passing.body === "") return;
        passing.bytes = gzipSync(passing.body);
        passing.headers = { ...passing.headers, "content-encoding": "gzip" };
      },
    },
  ],
  ["chunks of one byte", withHeaders({ "transfer-encoding": "chunked" })],
  [
    "blanks around JSON",
    {
      response: (passing) => {
        if (passing.body !== "")
          passing.body = ` \r\n\t${JSON.stringify(JSON.parse(passing.body), null, "\t")}\n`;
      },
    },
  ],
  ["letters as escapes", rewritten(/Pedigree/g, "\\u0050edigree")],
  [
    "a word that no ticket may have is refused",
    all(
      refuse(createTicket, ({ body }) => /Pedigree/.test(body)),
      refuse(replaceTicket, ({ body }) => /Pedigree/.test(body)),
    ),
  ],
  ["one letter many times is refused", refuse(createTicket, ({ body }) => /n{20}/.test(body))],
  [
    "a rule across two members",
    refuse(
      createTicket,
      ({ body }) => {
        const ticket = JSON.parse(body || "{}") as Item;
        return ticket["hours"] === 0 && "assignee" in ticket;
      },
      422,
    ),
  ],
  [
    "a status that the server sets by itself",
    everywhere((members: Item) => ("subject" in members ? { ...members, status: "pending" } : members)),
  ],
];

describe("what the description of the helpdesk permits is no failure:", () => {
  it.each([...permitted, ...converted])("%s", async (_, front, options: Partial<NetOptions> = {}) => {
    const report = await judgeHelpdesk(front, options);
    expect(failedIn(report)).toEqual([]);
  });
});
