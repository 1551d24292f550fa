import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/engine/index.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Contact {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly room?: string;
  readonly state?: string;
}

type Sent = Omit<Contact, "id">;

/** What one address book does in its own way. */
interface Ways {
  /** What the description says of 409. */
  readonly said?: string;
  /** What is answered to a contact whose email another one has; undefined where that is created. */
  readonly again?: (sent: Sent, other: Contact, contacts: Map<string, Contact>) => Reply | undefined;
  readonly keep?: (contact: Contact, contacts: Map<string, Contact>) => Contact;
  readonly show?: (contact: Contact) => object;
  readonly idOf?: (sent: Sent) => string;
  readonly added?: 201 | 202;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly options?: Partial<RunOptions>;
}

const text = { type: "string", maxLength: 60 };
const members = { email: { type: "string", format: "email" }, name: text, room: text };
const body = { type: "object", required: ["email", "name"], properties: members };
const shown = { type: "object", properties: { id: { type: "string" }, ...members, state: text } };

async function judge(ways: Ways) {
  const { said = "The email is taken", keep = (contact: Contact) => contact, added = 201 } = ways;
  const show = ways.show ?? ((contact: Contact): object => contact);
  const contacts = new Map<string, Contact>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    if (method === "POST") {
      const { email, name, room } = sent;
      if (typeof email !== "string" || !/^[^@\s]+@[^@\s]+$/.test(email)) return [400, {}];
      if (
        typeof name !== "string" ||
        [name, room ?? ""].some((each) => typeof each !== "string" || each.length > 60)
      )
        return [400, {}];
      const members = { email, name, ...(typeof room === "string" ? { room } : {}) };
      const other = [...contacts.values()].find((each) => each.email === email);
      const reply = other && (ways.again ?? (() => [409, {}] as const))(members, other, contacts);
      if (reply !== undefined) return reply;
      count += 1;
      const own = keep({ id: ways.idOf?.(members) ?? `c${count}`, ...members }, contacts);
      contacts.set(own.id, own);
      return [added, show(own)];
    }
    const contact = contacts.get(decodeURIComponent(id));
    if (id === "") return [200, [...contacts.values()].map(show)];
    if (contact === undefined) return [404, {}];
    if (method === "DELETE") contacts.delete(contact.id);
    return method === "DELETE" ? [204] : [200, show(contact)];
  });
  const more = { 409: { description: said }, 202: { description: "Later" } };
  const description = describePaths({
    "/contacts": { get: lists("listContacts", shown), post: adds("addContact", body, shown, more) },
    "/contacts/{id}": {
      parameters: [idInPath("string")],
      get: reads("getContact", shown),
      delete: removes("removeContact"),
    },
  });
  const known = { ...noKnowledge, values: ways.values ?? {} };
  const contract = deriveContract({ ...description, known });
  const report = await judgeDescribed(description, baseUrl, { ...ways.options, contract });
  return {
    failed: failedIn(report),
    left: contacts.size,
    verdict: report.requirements.find(({ id }) => id === "addContact: taken value")?.verdict,
  };
}

const accepts = { again: () => undefined } satisfies Ways;

describe("nothing fails where the server", () => {
  it.each<[string, Ways, string | undefined]>([
    ["refuses an email that is taken", {}, "passed"],
    ["refuses it with another status", { again: () => [400, {}] }, "passed"],
    ["answers with the same contact", { again: (_, other) => [201, other] }, "passed"],
    ["takes any email, and does not say which value is meant", { ...accepts, said: "Conflict" }, undefined],
    ["compares two members together", { ...accepts, said: "The room is taken by this name" }, undefined],
    [
      "lets one address have one contact in force",
      {
        again: (_, other, contacts) => {
          contacts.delete(other.id);
          return undefined;
        },
      },
      "untested",
    ],
    [
      "adds what tells it from the other one",
      { ...accepts, keep: (each) => ({ ...each, email: `${each.id}${each.email}` }) },
      undefined,
    ],
    [
      "has new contacts as drafts at first",
      { ...accepts, keep: (each) => ({ ...each, state: "draft" }) },
      "untested",
    ],
    ["does not show the email", { ...accepts, show: ({ email: _, ...each }) => each }, undefined],
    ["creates it later, and maybe never", { ...accepts, added: 202 }, "untested"],
    ["gets the email from the user", { ...accepts, values: { email: "ada@example.org" } }, "untested"],
    ["is only read", { ...accepts, options: { readOnly: true } }, "untested"],
    ["knows by the email which contact it is", { idOf: ({ email }) => email }, "passed"],
  ])("%s", async (_, ways, expected) => {
    const { failed, left, verdict } = await judge(ways);

    expect(failed.filter((each) => each === "addContact: taken value")).toEqual([]);
    if (expected !== undefined) expect(verdict).toBe(expected);
    if (ways.values === undefined) expect(left).toBe(0);
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways]>([
    ["takes an email twice", accepts],
    ["looks at the whole name alone", { ...accepts, said: "another contact has this e-mail" }],
    [
      "lets the last one have it, whose id it is",
      {
        again: (sent, other, contacts) => {
          contacts.set(other.id, { id: other.id, ...sent });
          return [201, { id: other.id, ...sent }];
        },
        idOf: ({ email }) => email,
      },
    ],
  ])("%s", async (_, ways) => {
    const { failed, left } = await judge(ways);

    expect(failed).toEqual(["addContact: taken value"]);
    // An item that two creations show may be somebody's: it stays, and is named.
    expect(left).toBe(ways.idOf === undefined ? 0 : 2);
  });
});
