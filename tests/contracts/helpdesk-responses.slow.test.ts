import { gzipSync } from "node:zlib";
import { all, changeJson, changeStatus, edit, type Item, swapStatus, typed } from "./deviations.js";
import type { Front } from "./front.js";
import {
  changeTicket,
  createProject,
  createTicket,
  type Deviation,
  deleteTicket,
  describeBroken,
  describePermitted,
  everywhere,
  getProject,
  getTicket,
  listProjects,
  listTickets,
  named,
  type Permitted,
  replaceTicket,
  withMember,
} from "./helpdesk.js";

interface Page {
  readonly items: readonly Item[];
  readonly total: number;
}

const without = (name: string) => (item: Item) =>
  Object.fromEntries(Object.entries(item).filter(([other]) => other !== name));

const withItems =
  (change: (items: readonly Item[]) => unknown) =>
  ({ items, ...page }: Page) => ({ ...page, items: change(items) });

const withLast = (change: (item: Item) => Item) =>
  withItems((items) => items.map((item, index) => (index === items.length - 1 ? change(item) : item)));

/** Changes the text of every body that was answered with. */
const rewritten = (pattern: RegExp, replacement: string): Front => ({
  response: (passing) => {
    passing.body = passing.body.replaceAll(pattern, replacement);
  },
});

const withHeaders = (added: Readonly<Record<string, string>>): Front => ({
  response: (passing) => {
    passing.headers = { ...passing.headers, ...added };
  },
});

/** Ids that no double holds. */
const large = "115292150460684";

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

const permitted: readonly Permitted[] = [
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
  ["connections closed after each response", withHeaders({ connection: "close" })],
  ["times with another offset", rewritten(/"2026-01-15T10:00:00Z"/g, '"2026-01-15T12:00:00+02:00"')],
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
];

describeBroken([...named("a response has", bodies), ...named("a status is", statuses)]);

describePermitted(permitted);
