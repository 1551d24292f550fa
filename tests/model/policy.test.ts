import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { describeCaution, findCautions } from "../../src/model/index.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  lists,
  reads,
  removes,
  takes,
} from "../contracts/described.js";

const item = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const done = { responses: { 200: { description: "Done" } } };

/** The reason why the operation "it" of these paths is not called; undefined where it is called. */
function reasonIn(paths: object, allow: readonly string[] = []): string | undefined {
  const contract = deriveContract({ ...describePaths(paths), known: { ...noKnowledge, allow } });
  const [, caution] = [...findCautions(contract)].find(([{ id }]) => id === "it") ?? [];
  return caution && describeCaution(caution);
}

const parameter = (name: string, schema: object, more: object = {}) => ({
  name,
  in: "query",
  schema,
  ...more,
});
const get = (more: object = {}) => ({ get: { operationId: "it", ...done, ...more } });

describe("a read is not called", () => {
  it.each<[string, object, string]>([
    ["by the last part of its path", { "/server/refresh": get() }, 'its path says "refresh"'],
    ["by its summary", { "/server": get({ summary: "Restart the server" }) }, 'its summary says "restart"'],
    [
      "by a verb with an object in its description",
      { "/events": get({ description: "Returns events and then acknowledges the oldest." }) },
      'its description says "acknowledge"',
    ],
    [
      "by a parameter that it needs",
      { "/server": get({ parameters: [parameter("cmd", { type: "string" }, { required: true })] }) },
      'it needs the parameter cmd ("cmd"), which may do more than read',
    ],
    [
      "by commands of which none only reads",
      {
        "/server": get({
          parameters: [parameter("mode", { enum: ["RESET", "STOP"] }, { required: true })],
        }),
      },
      'it needs the parameter mode ("RESET"), which may do more than read',
    ],
  ])("%s", (_, paths, reason) => {
    expect(reasonIn(paths)).toBe(reason);
  });
});

describe("a read that gives a command by its name is not called", () => {
  it.each([
    "/light/on",
    "/light/off",
    "/lamp/toggle",
    "/relay/turn-on",
    "/queue/pop",
    "/queue/pop-message",
    "/queue/dequeue",
    "/app/quit",
    "/app/exit",
    "/app/die",
    "/app/killall",
    "/app/kill-all",
    "/disk/eject",
    "/alarm/arm",
    "/alarm/disarm",
    "/door/unlock",
    "/tickets/claim",
    "/coupon/redeem",
    "/feeder/dispense",
    "/coffee/brew",
    "/host/wake",
    "/host/wakeup",
    "/host/standby",
    "/host/hibernate",
    "/drone/takeoff",
    "/drone/take-off",
    "/db/nuke",
    "/cache/cleanup",
    "/cache/invalidate",
    "/keys/expire",
    "/cart/checkout",
    "/mails/optout",
    "/mails/opt-out",
    "/host/selfdestruct",
    "/host/self-destruct",
    "/factory-default",
    "/factory-defaults",
  ])("%s", (path) => {
    expect(reasonIn({ [path]: get() })).toMatch(/^its path says/);
  });

  it.each<[string, object]>([
    ["turnOffLamp", {}],
    ["popMessage", {}],
    ["selfDestruct", {}],
    ["wakeHost", {}],
    ["it", { summary: "Toggles the lamp" }],
    ["it", { summary: "Opens the door" }],
    ["it", { summary: "Removes and returns the next message" }],
    ["it", { summary: "Sets everything to factory defaults" }],
    ["it", { summary: "Turn the lamp off" }],
  ])("by its id or its summary: %s %j", (operationId, more) => {
    const paths = { "/a": { get: { operationId, ...done, ...more } } };
    const [caution] = findCautions(deriveContract(describePaths(paths))).values();
    expect(caution?.kind).toBe("word");
  });

  it.each<[string, object]>([
    ["cmnd", { type: "string" }],
    ["turn", { type: "string", enum: ["on", "off", "toggle"] }],
    ["turn", { type: "string" }],
    ["power", { type: "string", enum: ["on", "off"] }],
    ["state", { type: "string", enum: ["on", "off", "toggle"] }],
  ])("by its parameter %s, which %j describes", (name, schema) => {
    const paths = { "/a": get({ parameters: [parameter(name, schema, { required: true })] }) };
    expect(reasonIn(paths)).toMatch(/^it needs the parameter/);
  });
});

describe("a read whose name has a command as a noun is called", () => {
  it.each([
    "/tickets/open",
    "/payments",
    "/checkouts",
    "/checkout-sessions",
    "/expires-soon",
    "/switches",
    "/switch-ports",
    "/exit-codes",
    "/claims",
    "/switch/{id}",
    "/add-ons",
    "/wakes",
  ])("%s", (path) => {
    const parameters = path.includes("{") ? [idInPath()] : [];
    expect(reasonIn({ [path]: { parameters, ...get() } })).toBeUndefined();
  });

  it.each<[string, object]>([
    ["switchPorts", {}],
    ["getCheckout", {}],
    ["it", { summary: "Checkout of a cart" }],
    ["it", { summary: "Ship by its id" }],
    ["it", { summary: "Call this to see the weather" }],
    ["it", { summary: "Switch ports" }],
  ])("by its id or its summary: %s %j", (operationId, more) => {
    const paths = { "/a": { get: { operationId, ...done, ...more } } };
    const [caution] = findCautions(deriveContract(describePaths(paths))).values();
    expect(caution).toBeUndefined();
  });
});

describe("a read is called", () => {
  it.each<[string, object]>([
    ["of payments", { "/payments": get() }],
    ["of the refund of a charge", { "/charges/{id}/refund": { parameters: [idInPath()], ...get() } }],
    ["whose text has a verb without its object", { "/a": get({ description: "Deploys, newest first." }) }],
    ["whose summary begins with a noun", { "/a": get({ summary: "Import status of an account" }) }],
    [
      "whose end of a range is called stop",
      { "/a": get({ parameters: [parameter("stop", { type: "integer" }, { required: true })] }) },
    ],
    [
      "that needs a commit",
      { "/a": get({ parameters: [parameter("commit", { type: "string" }, { required: true })] }) },
    ],
    [
      "with a command that reads",
      { "/a": get({ parameters: [parameter("cmd", { enum: ["LIST", "RESET"] }, { required: true })] }) },
    ],
  ])("%s", (_, paths) => {
    expect(reasonIn(paths)).toBeUndefined();
  });
});

const books = {
  "/books": { get: lists("listBooks", item), post: adds("addBook", item, item) },
  "/books/{id}": { parameters: [idInPath()], get: reads("getBook", item), delete: removes("removeBook") },
};
const below = (path: string, method = "post") => ({
  ...books,
  [path]: { parameters: [idInPath()], [method]: { operationId: "it", ...done } },
});
const setting = { type: "object", properties: { enabled: { type: "boolean" } } };
const one = "it changes what is there once, as settings are";
const all = "it changes or deletes all items of a list at once";

describe("a request that writes is not called", () => {
  it.each<[string, object, string]>([
    [
      "that changes what there is one of",
      { "/admin/maintenance": { get: reads("getIt", setting), post: changes("it", setting, setting) } },
      one,
    ],
    [
      "that changes settings of which no schema is described",
      { "/settings": { get: { operationId: "getIt", ...done }, post: { operationId: "it", ...done } } },
      one,
    ],
    [
      "that is posted where a form is read, and nothing says that it changes what is there",
      { "/createPad": { get: reads("form", setting), post: { operationId: "it", ...done } } },
      "it is posted to no collection that is read as a list or item by item",
    ],
    [
      "that puts settings",
      { "/settings": { get: reads("getIt", setting), put: changes("it", setting, setting) } },
      one,
    ],
    ["that deletes a list", { ...books, "/books": { ...books["/books"], delete: removes("it") } }, all],
    [
      "that patches a list",
      { "/todos": { get: lists("listTodos", item), patch: changes("it", item, item) } },
      all,
    ],
    [
      "that deletes by a list of ids",
      {
        "/items": {
          get: lists("listItems", item),
          delete: {
            ...removes("it"),
            parameters: [parameter("ids", { type: "array", items: { type: "integer" } })],
          },
        },
      },
      all,
    ],
    [
      "at a path with an id whose GET shows a list",
      {
        "/todos/{id}": {
          parameters: [idInPath()],
          get: lists("listTodos", item),
          delete: removes("it"),
        },
      },
      all,
    ],
    ["that starts an own item", below("/books/{id}/start"), 'its path says "start"'],
    [
      "that opens a terminal",
      { "/terminals": { get: lists("listTerminals", item), post: adds("it", item, item) } },
      'its path says "terminals"',
    ],
    [
      "that imports by its summary",
      {
        "/pages": {
          get: lists("listPages", item),
          post: { ...adds("it", item, item), summary: "Import all pages" },
        },
      },
      'its summary says "import"',
    ],
    [
      "below items that it cannot create",
      { "/books/{id}/loans": { parameters: [idInPath()], post: { operationId: "it", ...done } } },
      "it is posted to no collection that is read as a list or item by item",
    ],
    ["that gives away the right to an own item", below("/books/{id}/owner"), 'its path says "owner"'],
  ])("%s", (_, paths, reason) => {
    expect(reasonIn(paths)).toBe(reason);
    // Only a store that may be thrown away lets a singleton be changed.
    expect(reasonIn(paths, ["it"])).toBe(reason.includes("there once") ? reason : undefined);
  });
});

describe("a POST that searches or validates, and then does more, is not called", () => {
  it.each<[string, string, object]>([
    ["/content/search-and-replace", "it", {}],
    ["/posts/validate-and-submit", "it", {}],
    ["/posts/validate", "validateAndSubmit", {}],
    ["/posts/search", "search", { summary: "Search and update posts" }],
    ["/posts/search", "search", { summary: "Replaces a text in all posts" }],
    ["/carts/estimate-and-import", "it", {}],
  ])("%s %s %j", (path, operationId, more) => {
    const paths = { [path]: { post: { operationId, ...done, ...more } } };
    const [caution] = findCautions(deriveContract(describePaths(paths))).values();
    expect(caution).toBeDefined();
  });

  it.each<[string, string, object]>([
    ["/orders:validate", "validateOrder", {}],
    ["/updates/search", "searchUpdates", {}],
    ["/posts/search", "search", { summary: "Search posts and comments" }],
    ["/books/search", "searchBook", { summary: "Search" }],
  ])("but %s %s %j is", (path, operationId, more) => {
    const paths = { [path]: { post: { operationId, ...done, ...more } } };
    const [caution] = findCautions(deriveContract(describePaths(paths))).values();
    expect(caution).toBeUndefined();
  });
});

/** A list at a path, the creation "it", and the deletion of what it creates. */
const listAt = (path: string) => ({
  [path]: { get: lists("listThem", item), post: adds("it", item, item) },
  [`${path}/{id}`]: { parameters: [idInPath()], get: reads("getOne", item), delete: removes("removeOne") },
});

describe("a creation that costs or tells is not called", () => {
  it.each([
    "bids",
    "bets",
    "wagers",
    "donations",
    "faxes",
    "calls",
    "phone-calls",
    "direct-debits",
    "taxis",
    "tweets",
    "newsletters",
    "whatsapps",
    "prescriptions",
    "scripts",
    "commands",
    "zahlungen",
    "ueberweisungen",
    "virements",
    "pagos",
  ])("of %s", (name) => {
    expect(reasonIn(listAt(`/${name}`))).toMatch(/says/);
  });

  it.each(["orders", "bookings", "tickets", "reservations"])("but one of %s is", (name) => {
    expect(reasonIn(listAt(`/${name}`))).toBeUndefined();
  });
});

describe("an act on an own item that costs or tells is not called", () => {
  it.each([
    "fulfill",
    "fulfil",
    "ship",
    "unlock",
    "fire",
    "call",
    "dial",
    "escalate",
    "burn",
    "mint",
    "dispense",
  ])("%s", (verb) => {
    expect(reasonIn(below(`/books/{id}/${verb}`))).toBe(`its path says "${verb}"`);
  });

  it.each(["rate", "open", "star"])("but %s is", (verb) => {
    expect(reasonIn(below(`/books/{id}/${verb}`))).toBeUndefined();
  });

  it("and one that archives is where its text says that the item can be deleted then", () => {
    const archiving = (description: string) => ({
      ...books,
      "/books/{id}/archive": { parameters: [idInPath()], post: { operationId: "it", description, ...done } },
    });
    expect(reasonIn(archiving("Puts the book away for good."))).toBe('its path says "archive"');
    expect(reasonIn(archiving("Puts the book away. It may be deleted."))).toBeUndefined();
  });
});

const number = { type: "integer" };
const numbers = { type: "array", minItems: 1, items: number };
const acting = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  ...books,
  "/books/{id}/act": {
    parameters: [idInPath()],
    post: { operationId: "it", ...takes({ type: "object", required, properties }), ...done },
  },
  "/racks": { post: adds("addRack", item, item) },
  "/racks/{id}": { parameters: [idInPath()], get: reads("getRack", item) },
});

describe("an act on an own item is not called where a number that it needs may name an item of others", () => {
  it.each<[string, object]>([
    ["ids", numbers],
    ["id", number],
    ["bookIds", numbers],
    ["book_ids", numbers],
    ["bookIDs", numbers],
    ["otherId", number],
    ["userId", number],
    ["books", numbers],
    ["book", number],
    ["sources", numbers],
    ["into", number],
    ["mergeInto", number],
    ["with", number],
    ["parent", number],
    ["target", { type: "number" }],
    ["before", number],
    ["duplicateOf", number],
    ["replacedBy", number],
    [
      "lines",
      { type: "array", minItems: 1, items: { type: "object", required: ["id"], properties: { id: number } } },
    ],
  ])("%s: %j", (name, schema) => {
    const last = name === "lines" ? "id" : name;
    expect(reasonIn(acting({ [name]: schema }))).toBe(
      `it needs ${last}, which may name an item that the run did not create`,
    );
    expect(reasonIn(acting({ [name]: schema }), ["it"])).toBeUndefined();
  });

  it("in the query", () => {
    const paths = {
      ...books,
      "/books/{id}/act": {
        parameters: [idInPath()],
        post: { operationId: "it", parameters: [parameter("into", number, { required: true })], ...done },
      },
    };
    expect(reasonIn(paths)).toMatch(/^it needs into, which may name/);
  });
});

describe("an act on an own item is called", () => {
  it.each<[string, object]>([
    ["that names an item which the run creates", acting({ rackId: number })],
    ["that may leave such a number out", acting({ into: number, count: number }, ["count"])],
    ["that counts", acting({ count: number, amount: { type: "number" }, paid: number })],
    ["that takes one of several words", acting({ target: { enum: [1, 2] } })],
    ["that takes a date", acting({ before: { type: "string", format: "date" } })],
    ["that takes a text", acting({ comment: { type: "string" }, source: { type: "string" } })],
  ])("%s", (_, paths) => {
    expect(reasonIn(paths)).toBeUndefined();
  });
});

describe("a request that writes is called", () => {
  it.each<[string, object]>([
    ["that adds below an own item, without a list", below("/books/{id}/loans")],
    ["that adds several below an own item", below("/books/{id}/lines:batch")],
    ["that does something to an own item", below("/books/{id}/rate")],
    ["that searches", { "/books/search": { post: { operationId: "it", ...done } } }],
    ["that validates", { "/orders:validate": { post: { operationId: "it", ...done } } }],
    [
      "to a list in an envelope",
      {
        "/notes": {
          get: reads("listNotes", {
            type: "object",
            properties: { total: { type: "integer" }, notes: { type: "array", items: item } },
          }),
          post: adds("it", item, item),
        },
      },
    ],
    [
      "to a path that reads and says nothing",
      { "/events": { get: { operationId: "list", ...done }, post: adds("it", item, item) } },
    ],
  ])("%s", (_, paths) => {
    expect(reasonIn(paths)).toBeUndefined();
  });
});
