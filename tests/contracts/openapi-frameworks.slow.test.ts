import { describe, expect, it } from "vitest";
import { type Item, type Rules, schemaOf, ticketRules, without } from "../servers/framework-rules.js";
import { type Framework, frameworks } from "../servers/framework-validators.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { hasObject } from "../servers/sent-object.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

/** A server of tickets: what its framework validates by, for each operation. */
interface Tickets {
  readonly framework: Framework;
  readonly update: "PUT" | "PATCH";
  readonly rulesOf?: (operation: "add" | "change" | "list") => Rules;
  /** Does it validate what replaces a ticket at all? */
  readonly changedBy?: Framework;
  /** Has it no paths for single tickets, as PostgREST? */
  readonly isFlat?: boolean;
}

const queryRules: Rules = {
  kind: { type: "string", enum: ["bug", "idea", "chore"] },
  limit: { type: "integer", minimum: 1, maximum: 50 },
};

async function judge(tickets: Tickets) {
  return judgeDescribed(describeTickets(tickets), await startJsonServer(serverOf(tickets)));
}

function serverOf({ framework, rulesOf, changedBy = framework }: Tickets): (asked: Asked) => Reply {
  const items = new Map<string, Item>();
  const rules = rulesOf ?? ((operation) => (operation === "list" ? queryRules : ticketRules));
  let created = 0;
  const list = (query: URLSearchParams): Reply => {
    const asked: Item = Object.fromEntries(query);
    if (framework.validatesQueries) {
      const { limit, ...others } = asked;
      const numbers =
        limit === undefined ? {} : { limit: /^-?\d+$/.test(`${limit}`) ? Number(limit) : limit };
      const judged = framework.judge(rules("list"), { ...others, ...numbers }, true);
      if ("problems" in judged) return [framework.status, framework.refusal(judged.problems)];
    }
    const { kind } = asked;
    const isFiltered = kind !== undefined && rules("list")["kind"] !== undefined;
    const { limit } = asked;
    const most = /^[1-9]\d*$/.test(`${limit}`) ? Math.min(50, Number(limit)) : 50;
    return [200, [...items.values()].filter((each) => !isFiltered || each["kind"] === kind).slice(-most)];
  };
  return ({ method, parts: [, id], query, body, sent }) => {
    const known = items.get(id ?? "");
    if (id === undefined && method === "GET") return list(query);
    if (id !== undefined && known === undefined) return [404, { message: "Not found" }];
    if (method === "GET") return [200, known];
    if (method === "DELETE") return [items.delete(id ?? "") ? 204 : 404];
    if (body === "" ? framework.needsBody : !hasObject(body)) return [400, { message: "No JSON object" }];
    const isCreation = id === undefined;
    const validator = isCreation ? framework : changedBy;
    const judged = validator.judge(rules(isCreation ? "add" : "change"), sent, method === "PATCH");
    if ("problems" in judged) return [validator.status, validator.refusal(judged.problems)];
    if (isCreation) created += 1;
    const own = id ?? `${created}`;
    items.set(own, { ...(method === "PATCH" ? known : {}), ...judged.item, id: Number(own) });
    return [isCreation ? 201 : 200, items.get(own)];
  };
}

function describeTickets({ update, isFlat = false }: Tickets) {
  const shown = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const queries = Object.entries(queryRules).map(([name, schema]) => ({ name, in: "query", schema }));
  const more = { 422: { description: "Not so" } };
  const change = changes("changeTicket", schemaOf(ticketRules, update === "PATCH"), shown, more);
  const one = {
    parameters: [idInPath()],
    get: reads("getTicket", shown),
    [update.toLowerCase()]: change,
    delete: removes("removeTicket"),
  };
  return describePaths({
    "/tickets": {
      get: { ...lists("listTickets", shown, more), parameters: queries },
      post: adds("addTicket", schemaOf(ticketRules), shown, more),
    },
    ...(isFlat ? {} : { "/tickets/{id}": one }),
  });
}

/** The validator of tickets in which a keyword is forgotten, in some operations. */
const forgotten =
  (member: string, keyword: string, ...operations: readonly string[]): NonNullable<Tickets["rulesOf"]> =>
  (operation) => {
    const rules = operation === "list" ? queryRules : ticketRules;
    return operations.includes(operation) ? without(rules, member, keyword) : rules;
  };

/** A field that is decoded as it is, as `json.RawMessage` or `any` are. */
const asItIs = (framework: Framework, member: string): Framework => ({
  ...framework,
  judge: (rules, sent, isPartial) => {
    const judged = framework.judge(rules, { ...sent, [member]: undefined }, isPartial);
    return "item" in judged ? { item: { ...judged.item, [member]: sent[member] } } : judged;
  },
});

const honest: readonly (readonly [keyof typeof frameworks, Omit<Tickets, "framework">])[] = [
  ["Rails' strong parameters", { update: "PATCH" }],
  ["NestJS's ValidationPipe", { update: "PATCH" }],
  ["NestJS's ValidationPipe with implicit conversion", { update: "PUT" }],
  ["Django REST framework", { update: "PUT" }],
  ["Laravel", { update: "PUT" }],
  ["Spring with @Valid", { update: "PUT" }],
  ["Spring without @Valid", { update: "PUT" }],
  ["FastAPI with pydantic", { update: "PATCH" }],
  ["Fastify", { update: "PUT" }],
  ["Go's encoding/json", { update: "PUT" }],
  ["PostgREST", { update: "PATCH", isFlat: true }],
];

describe("an honest server has no failed verdict in", () => {
  it.each(honest)("%s", async (name, ways) => {
    const report = await judge({ ...ways, framework: frameworks[name] });
    expect(failedIn(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
  });

  it.each<[keyof typeof frameworks, readonly string[]]>([
    ["Go's encoding/json", ["required", "enum and const", "bounds, lengths and patterns"]],
    ["Spring without @Valid", ["required", "bounds, lengths and patterns"]],
    ["Spring with @Valid", []],
  ])("%s, and what it validates nowhere in bodies is advice", async (name, keywords) => {
    const report = await judge({ framework: frameworks[name], update: "PUT" });
    const warned = report.requirements.filter(
      ({ id, verdict }) => /in bodies$/.test(id) && verdict === "warned",
    );
    expect(warned.map(({ id }) => id)).toEqual(keywords.map((each) => `every request: ${each} in bodies`));
  });
});

const { kind: _, ...declared } = queryRules;
const undeclared = (operation: string): Rules => (operation === "list" ? declared : ticketRules);
const anyWord = (operation: string): Rules =>
  operation === "list" ? { ...declared, kind: { type: "string" } } : ticketRules;

const both = ["add", "change"];

const holes: readonly (readonly [keyof typeof frameworks, string, Omit<Tickets, "framework">, string])[] = [
  [
    "Rails' strong parameters",
    "no inclusion, the only one",
    { update: "PATCH", rulesOf: forgotten("kind", "enum", ...both) },
    "addTicket: body /kind enum",
  ],
  [
    "Rails' strong parameters",
    "no numericality in a service that changes tickets",
    { update: "PATCH", rulesOf: forgotten("size", "maximum", "change") },
    "changeTicket: body /size maximum",
  ],
  [
    "NestJS's ValidationPipe",
    "no @Max",
    { update: "PATCH", rulesOf: forgotten("size", "maximum", ...both) },
    "addTicket: body /size maximum",
  ],
  [
    "NestJS's ValidationPipe with implicit conversion",
    "no @Matches, the only one",
    { update: "PUT", rulesOf: forgotten("code", "pattern", ...both) },
    "addTicket: body /code pattern",
  ],
  [
    "Django REST framework",
    "no max_length",
    { update: "PUT", rulesOf: forgotten("title", "maxLength", "change") },
    "changeTicket: body /title maxLength",
  ],
  [
    "Laravel",
    "no rule that requires the title of a changed ticket",
    { update: "PUT", rulesOf: forgotten("title", "required", "change") },
    "changeTicket: body /title required",
  ],
  [
    "Spring with @Valid",
    "@Valid is missing on PUT",
    { update: "PUT", changedBy: frameworks["Spring without @Valid"] },
    "changeTicket: body /size maximum",
  ],
  [
    "FastAPI with pydantic",
    "no le",
    { update: "PATCH", rulesOf: forgotten("size", "maximum", ...both) },
    "addTicket: body /size maximum",
  ],
  [
    "FastAPI with pydantic",
    "a parameter that is not declared",
    { update: "PATCH", rulesOf: undeclared },
    "listTickets: query /kind enum",
  ],
  [
    "FastAPI with pydantic",
    "a filter by any word, which leaves an empty list",
    { update: "PATCH", rulesOf: anyWord },
    "listTickets: query /kind enum",
  ],
  [
    "Fastify",
    "no maxItems, the only one",
    { update: "PUT", rulesOf: forgotten("labels", "maxItems", ...both) },
    "addTicket: body /labels maxItems",
  ],
  [
    "PostgREST",
    "no CHECK",
    { update: "PATCH", isFlat: true, rulesOf: forgotten("size", "minimum", "add") },
    "addTicket: body /size minimum",
  ],
];

describe("one hole is found in", () => {
  it.each(holes)("%s: %s", async (name, _, ways, requirement) => {
    expect(failedIn(await judge({ ...ways, framework: frameworks[name] }))).toContain(requirement);
  });

  it("Go's encoding/json: a field of any type", async () => {
    const framework = asItIs(frameworks["Go's encoding/json"], "comment");
    expect(failedIn(await judge({ framework, update: "PUT" }))).toContain("addTicket: body /comment type");
  });
});
