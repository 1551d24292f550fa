import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";

const members = {
  title: { type: "string" },
  kind: { type: "string" },
  slug: { type: "string" },
  contact: { type: "string" },
  priority: { type: "integer" },
  dueAt: { type: "string", format: "date-time" },
};
const sent = { type: "object", required: ["title", "slug"], properties: members };
const shown = {
  type: "object",
  required: ["id", "title", "slug"],
  properties: { id: { type: "integer" }, ...members },
};
const refused = { 422: { description: "Not so" } };
const description = describePaths({
  "/tickets": { get: lists("listTickets", shown), post: adds("addTicket", sent, shown, refused) },
  "/tickets/{id}": {
    parameters: [idInPath()],
    get: reads("getTicket", shown),
    delete: removes("dropTicket"),
  },
});

interface Ticket {
  readonly title: string;
  readonly slug: string;
  readonly kind?: string;
  readonly contact?: string;
  readonly priority?: number;
  readonly dueAt?: string;
}

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/** Says why a server refuses a ticket of the right form; undefined where it does not. */
type Rule = (ticket: Ticket) => Refusal | undefined;

/** Judges a server with a rule that its description does not state. */
async function judge(rule: Rule) {
  const tickets = new Map<number, object>();
  let [count, refusals] = [0, 0];
  const isForm = (body: Readonly<Record<string, unknown>>): boolean =>
    [body["title"], body["slug"]].every((each) => typeof each === "string") &&
    [body["kind"] ?? "", body["contact"] ?? "", body["dueAt"] ?? ""].every(
      (each) => typeof each === "string",
    ) &&
    Number.isInteger(body["priority"] ?? 1);
  const baseUrl = await startJsonServer(({ method, parts, sent: body }) => {
    const id = Number(parts[1] ?? Number.NaN);
    if (parts.length === 1 && method === "GET") return [200, [...tickets.values()]];
    if (method === "DELETE") return tickets.delete(id) ? [204] : [404, {}];
    if (method === "GET") return tickets.has(id) ? [200, tickets.get(id)] : [404, {}];
    const refusal = isForm(body)
      ? rule(body as unknown as Ticket)
      : { status: 400, body: { error: "no ticket" } };
    if (refusal !== undefined) {
      refusals += 1;
      return [refusal.status, refusal.body];
    }
    count += 1;
    const known = Object.entries(body).filter(([name]) => Object.hasOwn(members, name));
    tickets.set(count, { ...Object.fromEntries(known), id: count });
    return [201, tickets.get(count)];
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  return {
    report,
    verdict: report.requirements.find(({ id }) => id === "addTicket: read back")?.verdict,
    refusals,
  };
}

const kinds = ["bug", "wish"];

/** What frameworks answer to a broken rule, in their own words. */
const frameworks: readonly (readonly [name: string, member: string, rule: Rule])[] = [
  [
    "FastAPI",
    "slug",
    ({ slug }) =>
      /^[a-z]{2}-\d{4}$/.test(slug)
        ? undefined
        : {
            status: 422,
            body: {
              detail: [
                {
                  type: "string_pattern_mismatch",
                  loc: ["body", "slug"],
                  msg: "String should match pattern '^[a-z]{2}-\\d{4}$'",
                  input: slug,
                  ctx: { pattern: "^[a-z]{2}-\\d{4}$" },
                },
              ],
            },
          },
  ],
  [
    "Django REST framework",
    "priority",
    ({ priority = 10 }) =>
      priority >= 10
        ? undefined
        : { status: 400, body: { priority: ["Ensure this value is greater than or equal to 10."] } },
  ],
  [
    "Rails",
    "title",
    ({ title }) =>
      title.length >= 30
        ? undefined
        : { status: 422, body: { errors: ["Title is too short (minimum is 30 characters)"] } },
  ],
  [
    "Spring",
    "title",
    ({ title }) =>
      title.length <= 12
        ? undefined
        : {
            status: 400,
            body: {
              timestamp: "2026-01-15T10:00:00.000+00:00",
              status: 400,
              error: "Bad Request",
              errors: [
                {
                  codes: ["Size.ticket.title", "Size.title", "Size.java.lang.String", "Size"],
                  arguments: [
                    { codes: ["ticket.title", "title"], defaultMessage: "title", code: "title" },
                    12,
                    3,
                  ],
                  defaultMessage: "size must be between 3 and 12",
                  objectName: "ticket",
                  field: "title",
                  rejectedValue: title,
                  bindingFailure: false,
                  code: "Size",
                },
              ],
              path: "/tickets",
            },
          },
  ],
  [
    "Fastify",
    "title",
    ({ title }) =>
      title.length <= 12
        ? undefined
        : {
            status: 400,
            body: {
              statusCode: 400,
              code: "FST_ERR_VALIDATION",
              error: "Bad Request",
              message: "body/title must NOT have more than 12 characters",
            },
          },
  ],
  [
    "Zod",
    "kind",
    ({ kind = "bug" }) =>
      kinds.includes(kind)
        ? undefined
        : {
            status: 400,
            body: {
              success: false,
              error: {
                name: "ZodError",
                message: JSON.stringify(
                  [
                    {
                      code: "invalid_value",
                      values: kinds,
                      path: ["kind"],
                      message: 'Invalid option: expected one of "bug"|"wish"',
                    },
                  ],
                  undefined,
                  2,
                ),
              },
            },
          },
  ],
  [
    "Go validator",
    "contact",
    ({ contact = "a@b.cd" }) =>
      /^[^@\s]+@[^@\s]+$/.test(contact)
        ? undefined
        : {
            status: 400,
            body: {
              error: "Key: 'Ticket.Contact' Error:Field validation for 'Contact' failed on the 'email' tag",
            },
          },
  ],
  [
    "Laravel",
    "dueAt",
    ({ dueAt = "2999-01-01T00:00:00Z" }) =>
      Date.parse(dueAt) > Date.now()
        ? undefined
        : {
            status: 422,
            body: {
              message: "The due at field must be a date after now.",
              errors: { dueAt: ["The due at field must be a date after now."] },
            },
          },
  ],
  [
    "ASP.NET",
    "slug",
    ({ slug }) =>
      slug.length >= 3 && slug.length <= 10
        ? undefined
        : {
            status: 400,
            body: {
              type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
              title: "One or more validation errors occurred.",
              status: 400,
              errors: {
                Slug: [
                  "The field Slug must be a string with a minimum length of 3 and a maximum length of 10.",
                ],
              },
              traceId: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            },
          },
  ],
  [
    "NestJS",
    "kind",
    ({ kind = "bug", priority = 3 }) =>
      kinds.includes(kind) && priority >= 3
        ? undefined
        : {
            status: 400,
            body: {
              message: [
                ...(kinds.includes(kind) ? [] : ["kind must be one of the following values: bug, wish"]),
                ...(priority >= 3 ? [] : ["priority must not be less than 3"]),
              ],
              error: "Bad Request",
              statusCode: 400,
            },
          },
  ],
];

/** The same in other languages and other orders. */
const translated: readonly (readonly [string, Rule])[] = [
  [
    "in French",
    ({ title }) =>
      title.length <= 12
        ? undefined
        : { status: 400, body: { title: ["Assurez-vous que ce champ comporte au plus 12 caractères."] } },
  ],
  [
    "in German",
    ({ priority = 10 }) =>
      priority >= 10
        ? undefined
        : {
            status: 400,
            body: {
              fehler: [{ meldung: "muss größer oder gleich 10 sein", feld: "priority", field: "priority" }],
            },
          },
  ],
  [
    "with the words before the name",
    ({ kind = "bug" }) =>
      kinds.includes(kind)
        ? undefined
        : { status: 422, body: { reasons: ['"bug" and "wish" are all that there is for the kind'] } },
  ],
];

/** Refusals that name a member, and nothing else. */
const pointers: readonly (readonly [string, Rule])[] = [
  [
    "JSON:API",
    ({ slug }) =>
      /^[a-z]+$/.test(slug)
        ? undefined
        : {
            status: 422,
            body: { errors: [{ status: "422", source: { pointer: "/data/attributes/slug" } }] },
          },
  ],
  [
    "ajv",
    ({ contact }) =>
      contact === undefined ? undefined : { status: 400, body: { errors: [{ instancePath: "/contact" }] } },
  ],
];

describe("a rule that the description does not state is found by what is refused", () => {
  it.each(frameworks)("in the words of %s: %s", async (_, member, rule) => {
    const { report, verdict } = await judge(rule);
    expect(verdict).toBe("passed");
    expect(report.run.learnt).toContainEqual(expect.objectContaining({ operation: "addTicket", member }));
  });

  it.each(translated)("%s", async (_, rule) => {
    expect((await judge(rule)).verdict).toBe("passed");
  });

  it.each(pointers)("by a pointer alone: %s", async (_, rule) => {
    expect((await judge(rule)).verdict).toBe("passed");
  });
});

/** Requests that may be refused in the search for a valid one, with those that all runs send. */
const mostRefused = 40;

describe("a hostile refusal teaches nothing, and costs no more than another", () => {
  const names = Array.from({ length: 9000 }, (_, index) => `title${index}`).join(", ");
  it.each<[string, unknown]>([
    ["100 KB of names", { error: names, errors: names.split(", ").map((field) => ({ field })) }],
    ["nested quotes", { error: `${`"'`.repeat(30_000)}title${`'"`.repeat(30_000)}` }],
    [
      "a key",
      { error: "slug must be one of sk_live_4eC39HqLyjWDarjtT1zdp7dc, sk_live_4eC39HqLyjWDarjtT1zdp7dd" },
    ],
    [
      "ids of others",
      {
        errors: [
          { field: "slug", message: "expected one of 815, 4711, 7f9c24e8-3b12-4fef-91e0-5dd1b4e0d3aa" },
        ],
      },
    ],
    ["a pattern that never ends", { errors: { slug: [`must match "^(a+)+$${"(a|a)*".repeat(30)}b"`] } }],
  ])("%s", async (_, body) => {
    const { report, refusals, verdict } = await judge(() => ({ status: 400, body }));
    expect(report.run.learnt).toBeUndefined();
    expect(verdict).toBe("untested");
    expect(refusals).toBeLessThanOrEqual(mostRefused);
  });
});
