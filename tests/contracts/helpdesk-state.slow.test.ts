import {
  answer,
  changeJson,
  type Item,
  is,
  isAbout,
  isLonger,
  keepInstead,
  mend,
  refuse,
  refuseMember,
  softlyDeleted,
  spread,
  swapStatus,
  takeOver,
  visibleAfter,
} from "./deviations.js";
import type { Front } from "./front.js";
import {
  changeTicket,
  createProject,
  createTicket,
  type Deviation,
  deleteProject,
  deleteTicket,
  describeBroken,
  describePermitted,
  everywhere,
  getProject,
  getTicket,
  listTickets,
  type Permitted,
  replaceTicket,
  withMember,
} from "./helpdesk.js";

/** A success without content. */
const answerEmpty = (wanted: string): Front => ({
  response: (passing) => {
    if (isAbout(passing, wanted) && passing.status < 300)
      Object.assign(passing, { status: 204, body: "", headers: {} });
  },
});

const cutAt =
  (length: number) =>
  (value: string): string =>
    value.slice(0, length);

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

const permitted: readonly Permitted[] = [
  ["410 for what is gone", swapStatus(404, 410)],
  ["deleted items that are shown as such", softlyDeleted({ deletedAt: "2026-01-15T10:00:00Z" })],
  ["what is created is found a little later", visibleAfter(100), { settle: 500 }],
  [
    "a status that the server sets by itself",
    everywhere((members: Item) => ("subject" in members ? { ...members, status: "pending" } : members)),
  ],
];

describeBroken([...state]);

describePermitted(permitted);
