import { describe, expect, it } from "vitest";
import {
  type Addition,
  addedOnce,
  eachOnce,
  isBroken,
  judgeRefusedCreation,
  type Listing,
  type Listings,
  type Row as ListRow,
  listLaws,
  rowsAsRead,
  timesAgree,
} from "../../src/laws/index.js";

const listing = (ids: readonly string[], isWhole = true, members: object = { title: "Tea" }): Listing => ({
  rows: ids.map((id) => ({ id, members: { ...members } })),
  isWhole,
  lacksItems: false,
});

/** Two responses, and what the second one asks for. */
type Row = Pick<Listings, "plain" | "asked"> & Partial<Listings>;

function judge(id: string, row: Row) {
  const law = listLaws.find((each) => each.id === id);
  return law?.judge({ text: "/tasks?sort=title", asks: "order", member: "title", ...row });
}

const three = ["1", "2", "3"];

describe("a law about a list is broken:", () => {
  it.each<[string, string, Row]>([
    ["sorting drops an item", "same-items", { plain: listing(three), asked: listing(["3", "1"]) }],
    ["sorting shows an item twice", "same-items", { plain: listing(three), asked: listing(["3", "1", "3"]) }],
    [
      "sorting makes a page shorter",
      "same-items",
      { plain: listing(three, false), asked: listing(["1", "2"], false) },
    ],
    [
      "a small page shows another item",
      "part",
      { plain: listing(three), asked: listing(["9"]), asks: "fewer" },
    ],
    [
      "a small page shows one of them, and another",
      "part",
      { plain: listing(three), asked: listing(["1", "7"]), asks: "fewer" },
    ],
  ])("%s", (_, id, row) => {
    const judgement = judge(id, row);
    expect(judgement !== undefined && isBroken(judgement)).toBe(true);
  });
});

describe("a law about a list is kept, or has no occasion:", () => {
  it.each<[string, string, Row, "kept" | "no occasion"]>([
    [
      "another page, where a page has fewer items than described",
      "same-items",
      { plain: listing(three), asked: listing(["7", "8", "9"]) },
      "kept",
    ],
    [
      "the items in another order",
      "same-items",
      { plain: listing(three), asked: listing(["3", "1", "2"]) },
      "kept",
    ],
    [
      "items that lack the member are left out",
      "same-items",
      { plain: listing(three, true, {}), asked: listing([]) },
      "kept",
    ],
    [
      "another part of a long list",
      "same-items",
      { plain: listing(three, false), asked: listing(["7", "8", "9"], false) },
      "kept",
    ],
    [
      "a shorter page of items that may lack the member",
      "same-items",
      {
        plain: {
          rows: [...listing(three).rows, ...listing(["4"], false, {}).rows],
          isWhole: false,
          lacksItems: false,
        },
        asked: listing(["7", "8"], false),
      },
      "no occasion",
    ],
    ["one item", "same-items", { plain: listing(["1"]), asked: listing([]) }, "no occasion"],
    ["a small page", "part", { plain: listing(three), asked: listing(["2"]), asks: "fewer" }, "kept"],
    [
      "a small page of a list that lacks items of the run, and may be a page",
      "part",
      { plain: { ...listing(three), lacksItems: true }, asked: listing(["4"]), asks: "fewer" },
      "no occasion",
    ],
    [
      "a small page of a list that shows a part",
      "part",
      { plain: listing(three, false), asked: listing(["9"]), asks: "fewer" },
      "no occasion",
    ],
  ])("%s", (_, id, row, expected) => {
    expect(judge(id, row)).toBe(expected);
  });
});

describe("a list that shows", () => {
  const rowOf = (id: string, members: object = {}): ListRow => ({ id, members: { id, ...members } });
  const judgeRows = (rows: readonly ListRow[], own: readonly string[] = three) =>
    eachOnce.judge({ rows, isOwn: (id) => own.includes(id), text: "GET /tasks" });
  const rows = three.map((id) => rowOf(id));

  it.each([
    ["the first item twice", [rowOf("1"), ...rows]],
    ["an item three times", [...rows, rowOf("2"), rowOf("2")]],
    ["an item twice, and once with a flag", [...rows, rowOf("3", { isPinned: true }), rowOf("3")]],
  ])("%s breaks the law", (_, shown) => {
    expect(isBroken(judgeRows(shown))).toBe(true);
  });

  it.each([
    ["each item once", rows, three, "kept"],
    ["a row for each tag", ["a", "b"].map((tag) => rowOf("1", { tag })), three, "kept"],
    ["an item of others twice", [rowOf("9"), rowOf("9"), ...rows], three, "no occasion"],
    ["nothing", [], three, "no occasion"],
  ] as const)("%s does not", (_, shown, own, expected) => {
    expect(judgeRows(shown, own)).toBe(expected);
  });

  it("a hundred thousand rows of one id is judged in linear time", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => rowOf("1", { index: `${index}` }));
    const began = performance.now();

    expect(judgeRows(many)).toBe("kept");
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("a creation that was accepted once", () => {
  const row = (id: string, members: object = {}): ListRow => ({
    id,
    members: { id, title: "Tea qscpflzj", done: false, ...members },
  });
  const judgeSecond = (second: ListRow | undefined, more: Partial<Addition> = {}) =>
    addedOnce.judge({
      ...{ text: "POST /tasks", status: 201, sent: { title: "Tea qscpflzj" }, created: row("a7"), second },
      others: [row("b1", { title: "Coffee" }), row("c4", { title: "Milk" })],
      isOwnText: (value) => typeof value === "string" && value.includes("qscpflzj"),
      ...more,
    });
  const times = (first: string, later: string) =>
    [row("a7", { createdAt: first }), row("d5", { createdAt: later })] as const;
  const others = (name: string, ...values: readonly unknown[]) =>
    values.map((value, index) => row(`o${index}`, { [name]: value }));

  it.each<[string, ListRow, Partial<Addition>]>([
    ["is there twice", row("d5"), {}],
    [
      "is there twice, at two moments",
      times("", "2026-03-01T10:00:01Z")[1],
      { created: times("2026-03-01T10:00:00Z", "")[0], others: [] },
    ],
    [
      "is there twice, with links of their own",
      row("d5", { self: "/tasks/d5" }),
      { created: row("a7", { self: "/tasks/a7" }) },
    ],
    [
      "is there twice, with numbers of their own",
      row("d5", { number: 8n }),
      { created: row("a7", { number: 7n }), others: others("number", 5n, 6n) },
    ],
  ])("%s", (_, second, more) => {
    expect(isBroken(judgeSecond(second, more))).toBe(true);
  });

  it.each<[string, ListRow | undefined, Partial<Addition>, "kept" | "no occasion"]>([
    ["has one row", undefined, {}, "kept"],
    [
      "has a draft, too",
      row("d5", { state: "draft" }),
      { created: row("a7", { state: "published" }), others: others("state", "published", "published") },
      "no occasion",
    ],
    [
      "has a former version",
      row("d5", { version: 1n }),
      { created: row("a7", { version: 2n }) },
      "no occasion",
    ],
    ["is referred to by an entry of a history", row("d5", { of: "a7" }), {}, "no occasion"],
    [
      "is the first of a series",
      row("d5", { due: "2026-04-01" }),
      { created: row("a7", { due: "2026-03-01" }), others: others("due", "2026-01-01", "2026-02-01") },
      "no occasion",
    ],
    ["is greeted with its title", row("d5", { title: "Welcome to Tea qscpflzj" }), {}, "no occasion"],
    ["has another flag in the second row", row("d5", { done: true }), {}, "no occasion"],
  ])("%s", (_, second, more, expected) => {
    expect(judgeSecond(second, more)).toBe(expected);
  });
});

describe("a refused creation", () => {
  const refused = { text: "POST /tasks", status: 400 };

  it("is stored where a list shows it", () => {
    expect(isBroken(judgeRefusedCreation({ ...refused, row: { title: "Tea" } }))).toBe(true);
  });

  it.each([
    { title: "Tea", status: "rejected" },
    { title: "Tea", status: "draft" },
  ])("may be kept as %j", (row) => {
    expect(judgeRefusedCreation({ ...refused, row })).toBe("no occasion");
  });
});

describe("times", () => {
  const [first, later] = ["2026-03-01T10:00:00Z", "2026-03-01T10:05:00Z"];
  const of = (createdAt: string, updatedAt: string) => ({ createdAt, updatedAt });

  it.each([
    ["a change before the creation", undefined, of(later, first)],
    ["a change that is older than the one before", of(first, later), of(first, first)],
  ])("do not agree: %s", (_, before, now) => {
    expect(isBroken(timesAgree.judge({ before, now, clients: [] }))).toBe(true);
  });

  it.each([
    ["a change after the creation", of(first, later), [], "kept"],
    ["clocks that are half a minute apart", of("2026-03-01T10:00:30Z", first), [], "kept"],
    ["times of the client", of(later, first), ["createdAt"], "no occasion"],
    ["days", of("2026-03-02", "2026-03-01"), [], "no occasion"],
  ] as const)("agree, or say nothing: %s", (_, now, clients, expected) => {
    expect(timesAgree.judge({ before: undefined, now, clients })).toBe(expected);
  });
});

describe("a row of an item that was read", () => {
  const read = {
    ...{ title: "Green <b>tea</b> & more", state: "available", price: 12n, sold: true, note: null },
    ...{ tags: ["a", "b"], maker: { name: "Ada" }, photo: "https://a.example/large.png" },
  };
  const judgeRow = (row: object, clients = Object.keys(read)) =>
    rowsAsRead.judge({ read, row: { ...read, ...row }, clients, text: "/teas" } as never);

  it.each<[string, object, string]>([
    ["has another text", { title: "Green tea, and more of it" }, "title"],
    ["escapes a text", { title: "Green &lt;b>tea&lt;/b> &amp; more" }, "title"],
    ["has another state, which is shorter", { state: "pending" }, "state"],
    ["has another number", { price: 13n }, "price"],
    ["has a boolean the other way", { sold: false }, "sold"],
  ])("breaks the law where it %s", (_, row, name) => {
    const judgement = judgeRow(row);
    expect(isBroken(judgement) ? judgement.problem : judgement).toBe(`another ${name} in the list`);
  });

  it.each<[string, object]>([
    ["is the item", {}],
    ["lacks members", { title: undefined, note: "none" }],
    ["has the beginning of a text", { title: "Green" }],
    ["has an excerpt of a text", { title: "[…] tea & more, and where it is found" }],
    ["sums up lists and objects", { tags: ["a"], maker: "Ada" }],
    ["has another address", { photo: "https://a.example/small.png?signature=2" }],
  ])("keeps it where it %s", (_, row) => {
    expect(judgeRow(row)).toBe("kept");
  });

  it.each<[string, object, string[]?]>([
    ["has the zero values of what it does not select", { price: 0n, sold: false, state: "none" }],
    ["has other values of the server's", { price: 20n }, ["maker"]],
  ])("gives no occasion where it %s", (_, row, clients) => {
    expect(judgeRow(row, clients)).toBe("no occasion");
  });
});
