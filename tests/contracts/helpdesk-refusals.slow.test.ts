import { clock } from "../servers/clock.js";
import { is, isAbout, isLonger, letIn, limited, refuse, refuseMember, swapStatus } from "./deviations.js";
import type { Front, Passing } from "./front.js";
import {
  changeTicket,
  createProject,
  createTicket,
  type Deviation,
  deleteProject,
  describeBroken,
  describePermitted,
  getProject,
  getTicket,
  key,
  listProjects,
  listTickets,
  named,
  type Permitted,
  replaceTicket,
} from "./helpdesk.js";

const keyOf = ({ headers }: Passing): string => `${headers["x-api-key"] ?? ""}`;

const serve = (isMeant: (passing: Passing) => boolean): Front => letIn(key, isMeant, { "x-api-key": key });

const hasNoBody = ({ body }: Passing): boolean => body === "";

const asks =
  (query: RegExp) =>
  ({ path }: Passing): boolean =>
    query.test(path);

const whereStatus = (isMeant: (status: number) => boolean, change: Partial<Passing>): Front => ({
  response: (passing) => {
    if (isMeant(passing.status)) Object.assign(passing, change);
  },
});

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

const permitted: readonly Permitted[] = [
  ["422 for what is not valid", swapStatus(400, 422)],
  ["403 for a wrong key", swapStatus(401, 403)],
  ["405 for what is replaced", refuse(replaceTicket, () => true, 405)],
  ["403 for deletions", refuse(deleteProject, () => true, 403)],
  [
    "refusals as problems, where no schema of their own is described",
    whereStatus((status) => status >= 400 && status !== 409, {
      body: '{"title":"No"}',
      headers: { "content-type": "application/problem+json" },
    }),
  ],
  ["responses that take 50 ms", { request: () => clock.sleep(50, new AbortController().signal) }],
  ["429 now and then", limited(10, "0")],
];

describeBroken([...named("a crash follows", crashes), ...named("served are", credentials)]);

describePermitted(permitted);
