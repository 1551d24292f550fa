import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
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

/** What one server does with its bills in its own way. */
interface Ways {
  /** States from which a bill may be issued. */
  readonly from?: readonly string[];
  /** What asks for no key. */
  readonly open?: readonly string[];
  /** The keys of those who may issue are looked at only after the state of the bill. */
  readonly stateFirst?: boolean;
  /** Actions that are answered as if they were done. */
  readonly toldOnly?: readonly string[];
  /** Actions that are done to an item once more. */
  readonly again?: readonly string[];
  /** Says the text of an action, and not that of its 409, that it is done once? */
  readonly saysTwice?: boolean;
  /** The text of the 409 of an action. */
  readonly refusal?: string;
  /** Actions that are done to all items in the same state. */
  readonly toAll?: readonly string[];
  /** The text of an action. */
  readonly text?: string;
  /** What becomes of a bill that is issued, beside its state. */
  readonly issued?: object;
  /** How long an action takes until a read shows it, in ms. */
  readonly lag?: number;
}

const key = "a-good-key-77";
const refused = { 401: { description: "Who?" }, 409: { description: "The bill is not in this state" } };
const reasons = ["late", "wrong"];

async function judge({
  from = ["draft"],
  open = [],
  stateFirst = false,
  toldOnly = [],
  again = [],
  toAll = [],
  saysTwice = false,
  lag = 0,
  text,
  refusal,
  issued = {},
}: Ways) {
  const bills = new Map<string, { id: number; name: string; state: string }>([
    ["7", { id: 7, name: "Somebody's", state: "draft" }],
  ]);
  const done: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", verb = ""], headers, sent }) => {
    const bill = bills.get(id);
    const next = { issue: "issued", drop: "dropped", check: "checked" }[verb];
    const states = verb === "issue" ? from : ["draft"];
    const isAgain = again.includes(verb) && done.includes(`${verb} ${id}`);
    const isLate = method !== "GET" && bill !== undefined && !states.includes(bill.state) && !isAgain;
    if (stateFirst && isLate) return [409, {}];
    if (!open.includes(verb) && headers["x-key"] !== key) return [401, {}, { "www-authenticate": "ApiKey" }];
    if (id === "" && method === "GET") return [200, [...bills.values()]];
    if (id !== "" && bill === undefined) return [404, {}];
    if (method === "GET") return [200, bill];
    const isReason = reasons.includes(`${sent["reason"]}`);
    if (verb === "drop" && !isReason) return [400, {}];
    const { name } = sent;
    const isNamed = typeof name === "string" && name.length > 0 && name.length < 41;
    const mayLack = verb !== "" || method === "DELETE";
    if (!mayLack && !isNamed) return [400, {}];
    if (bill === undefined) {
      count += 1;
      bills.set(`${count}`, { id: count, name: `${name}`, state: "draft" });
      return [201, bills.get(`${count}`)];
    }
    if (isLate) return [409, {}];
    if (method === "DELETE") return [bills.delete(id) ? 204 : 404];
    if (verb === "") bill.name = `${name}`;
    else {
      if (toldOnly.includes(verb)) return [200, { ...bill, state: next }];
      const told = { ...bill, state: `${next}`, ...(verb === "issue" ? issued : {}) };
      if (lag > 0) clock.after(lag, () => Object.assign(bill, told));
      else Object.assign(bill, told);
      if (toAll.includes(verb))
        for (const each of bills.values()) if (each.state === "draft") each.state = `${next}`;
      done.push(`${verb} ${id}`);
      return [200, told];
    }
    return [200, bill];
  });
  const name = { type: "string", minLength: 1, maxLength: 40 };
  const state = { type: "string", enum: ["draft", "checked", "issued", "dropped"] };
  const members = { id: { type: "integer" }, name, state };
  const bill = { type: "object", required: ["id", "name", "state"], properties: members };
  const body = { type: "object", required: ["name"], properties: { name } };
  const reason = {
    type: "object",
    required: ["reason"],
    properties: { reason: { type: "string", enum: reasons } },
  };
  const parameters = [idInPath()];
  const why = { ...refused, ...(refusal !== undefined && { 409: { description: refusal } }) };
  const issue = saysTwice
    ? {
        ...reads("issueBill", bill, { ...refused, 409: { description: "In the way" } }),
        description: "Issues the bill. Issuing twice is answered with 409.",
      }
    : { ...reads("issueBill", bill, why), ...(text !== undefined && { description: text }) };
  const description = describePaths(
    {
      "/bills": { get: lists("listBills", bill), post: adds("addBill", body, bill, refused) },
      "/bills/{id}": {
        parameters,
        get: reads("getBill", bill, refused),
        patch: changes("changeBill", body, bill, refused),
        delete: removes("removeBill", refused),
      },
      "/bills/{id}/check": { parameters, post: reads("checkBill", bill, refused) },
      "/bills/{id}/issue": { parameters, post: issue },
      "/bills/{id}/drop": { parameters, post: changes("dropBill", reason, bill, refused) },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    },
  );
  const allow = ["checkBill", "issueBill", "dropBill"];
  const contract = deriveContract({ ...description, known: { ...noKnowledge, allow } });
  const report = await judgeDescribed(description, baseUrl, { contract, key, whole: true });
  const untested = report.requirements
    .filter(({ verdict }) => verdict === "untested" || verdict === "inconclusive")
    .map(({ id }) => id);
  return { failed: failedIn(report), untested, done, somebodys: bills.get("7") };
}

describe("actions are tried on items of their own, where the server", () => {
  it.each<[string, Ways]>([
    ["does them to what is new", {}],
    ["issues only what was checked before", { from: ["checked"] }],
    ["looks at the state first", { stateFirst: true }],
    ["takes a moment", { lag: 30 }],
    ["says in the text of an action that it is done once", { saysTwice: true }],
    ["says which state a bill has then", { text: "The state becomes `issued`. Nothing else changes." }],
    [
      "says what happens to some bills",
      { text: "The state becomes `dropped`, if the bill is late; nothing is said of the others." },
    ],
    ["issues a bill a few times", { again: ["issue"], refusal: "The bill was issued three times already." }],
    ["gives a bill another name", { issued: { name: "Bill 12" }, text: "Issues the bill under its number." }],
  ])("%s", async (_, ways) => {
    const { failed, untested, done, somebodys } = await judge(ways);

    expect(failed).toEqual([]);

    expect(untested).toEqual([]);
    for (const verb of ["check", "issue", "drop"])
      expect(done.some((each) => each.startsWith(`${verb} `))).toBe(true);
    expect(somebodys).toEqual({ id: 7, name: "Somebody's", state: "draft" });
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, ...(readonly string[])]>([
    ["issues without a key", { open: ["issue"] }, "issueBill: credential"],
    ["drops without a key, the state first", { open: ["drop"], stateFirst: true }, "dropBill: credential"],
    [
      "issues without a key what was checked",
      { open: ["issue"], from: ["checked"] },
      "issueBill: credential",
    ],
    [
      "says that a bill is issued, and does not store it",
      { toldOnly: ["issue"] },
      "issueBill: stored",
      "issueBill: repeated",
    ],
    ["issues all bills at once", { toAll: ["issue"] }, "issueBill: one item"],
    ["issues a bill twice", { again: ["issue"] }, "issueBill: repeated"],
    [
      "issues a bill twice, as its own text denies",
      { again: ["issue"], saysTwice: true },
      "issueBill: repeated",
    ],
    [
      "does not what the text says",
      { issued: { state: "checked" }, text: "Issues the bill: its state becomes issued." },
      "issueBill: stored",
    ],
    [
      "changes more than the text says",
      { issued: { name: "Bill 12" }, text: "The state becomes issued, and nothing else changes." },
      "issueBill: stored",
    ],
    ["says that a bill is dropped, and does not store it", { toldOnly: ["drop"] }, "dropBill: stored"],
  ])("%s", async (_, ways, ...expected) => {
    expect((await judge(ways)).failed).toEqual(expected);
  });
});
