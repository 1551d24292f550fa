import { expect, it } from "vitest";
import {
  all,
  clampQuery,
  failedIn,
  type Item,
  is,
  isAbove,
  isLonger,
  isObject,
  mend,
  mendNone,
  not,
  refuse,
  refuseMember,
} from "./deviations.js";
import type { Front, Passing } from "./front.js";
import {
  changeTicket,
  createProject,
  createTicket,
  type Deviation,
  describeBroken,
  describePermitted,
  judgeHelpdesk,
  listProjects,
  listTickets,
  named,
  type Permitted,
  replaceTicket,
  ticket,
} from "./helpdesk.js";

let lastKey = 0;
/** A project's key that no other has. */
const freshKey = (): string => {
  lastKey += 1;
  return `FRESH${[...`${lastKey}`.padStart(3, "0")].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("")}`;
};

const asks =
  (query: RegExp) =>
  ({ path }: Passing): boolean =>
    query.test(path);

/** Changes the members of every body that is sent. */
const sent = (change: (body: Item) => Item): Front => ({
  request: (passing) => {
    if (passing.body !== "") passing.body = JSON.stringify(change(JSON.parse(passing.body) as Item));
  },
});

const clamped = (value: unknown, least: number, most: number): unknown =>
  typeof value === "number" ? Math.min(Math.max(value, least), most) : value;

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

const permitted: readonly Permitted[] = [
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
];

/** What is clamped, ignored or converted at one place, while nothing of the very same kind is refused. */
const converted: readonly Permitted[] = [
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

it("a list that obeys no limit is found", async () => {
  const report = await judgeHelpdesk(clampQuery(/limit=1(?=&|$)/, "limit=20"));
  expect(failedIn(report)).toContain("listTickets: page size");
});

describeBroken([...named("accepted is", accepted), ...named("refused is", refused)]);

describePermitted([...permitted, ...converted]);
