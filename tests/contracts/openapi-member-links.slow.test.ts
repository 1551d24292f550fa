import { describe, expect, it } from "vitest";
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
import { failedIn, withoutLaws } from "./deviations.js";

interface Member {
  readonly user: string;
  readonly level: string;
}

/** What one server does with the members of its teams in its own way. */
interface Ways {
  readonly put?: (all: readonly Member[], next: Member) => readonly Member[];
  readonly remove?: (all: readonly Member[], user: string) => readonly Member[];
  /** What the list shows. */
  readonly list?: (all: readonly Member[]) => readonly Member[];
  readonly isStrict?: boolean;
  /** A response shows what is kept, and not what was sent. */
  readonly showsKept?: boolean;
  readonly takesGhosts?: boolean;
  /** What the description says of 404. */
  readonly notFound?: string;
}

const without = (all: readonly Member[], user: string) => all.filter((each) => each.user !== user);

async function judge(ways: Ways) {
  const things = new Map<string, object>();
  const members = new Map<string, readonly Member[]>();
  const writes: string[] = [];
  let count = 100_000;
  const put: NonNullable<Ways["put"]> = (all, next) =>
    ways.put?.(all, next) ?? [...without(all, next.user), next];
  const baseUrl = await startJsonServer(({ method, parts: [kind = "", id = "", part, user = ""], sent }) => {
    const at = `${kind}/${id}`;
    const show = ({ user: userId, level }: Member): object => ({ userId: Number(userId), level });
    if (id === "" && method === "GET")
      return [200, [...things].filter(([each]) => each.startsWith(kind)).map(([, each]) => each)];
    if (id === "") {
      if (typeof sent["name"] !== "string") return [400, {}];
      count += 1;
      things.set(`${kind}/${count}`, { id: count, name: sent["name"] });
      return [201, things.get(`${kind}/${count}`)];
    }
    if (!things.has(at)) return [404, {}];
    if (part === undefined)
      return method === "DELETE" ? [things.delete(at) ? 204 : 404] : [200, things.get(at)];
    const all = members.get(id) ?? [];
    if (user === "") return [200, (ways.list?.(all) ?? all).map(show)];
    writes.push(`${method} ${id} ${user}`);
    const was = all.find((each) => each.user === user);
    if (method === "DELETE") {
      members.set(id, (ways.remove ?? without)(all, user));
      return [was === undefined ? 404 : 204];
    }
    const { level } = sent;
    if (typeof level !== "string") return [400, {}];
    if (!["reader", "writer"].includes(level)) return [400, {}];
    if (ways.takesGhosts !== true && !things.has(`users/${user}`)) return [404, {}];
    if (ways.isStrict === true && was !== undefined) return [409, {}];
    const next = { user, level };
    members.set(id, put(all, next));
    const kept = members.get(id)?.find((each) => each.user === user) ?? next;
    return [was === undefined ? 201 : 200, show(ways.showsKept === true ? kept : next)];
  });
  const [id, name] = [{ type: "integer" }, { type: "string" }];
  const level = { type: "string", enum: ["reader", "writer"] };
  const thing = { type: "object", required: ["id", "name"], properties: { id, name } };
  const named = { type: "object", required: ["name"], properties: { name } };
  const member = {
    type: "object",
    required: ["userId"],
    properties: { userId: id, level: { type: "string" } },
  };
  const userId = { ...idInPath(), name: "userId" };
  const of = (what: string, parameter: object) => ({
    [`/${what}s`]: { get: lists(`list-${what}`, thing), post: adds(`add-${what}`, named, thing) },
    [`/${what}s/{${what === "user" ? "userId" : "id"}}`]: {
      parameters: [parameter],
      get: reads(`get-${what}`, thing),
      delete: removes(`remove-${what}`),
    },
  });
  const description = describePaths({
    ...of("user", userId),
    ...of("team", idInPath()),
    "/teams/{id}/members": { parameters: [idInPath()], get: lists("listMembers", member) },
    "/teams/{id}/members/{userId}": {
      parameters: [idInPath(), userId],
      put: changes("putMember", { type: "object", required: ["level"], properties: { level } }, member, {
        404: { description: ways.notFound ?? "No such team, or no such user" },
        201: { description: "New" },
        409: { description: "Already" },
      }),
      delete: removes("removeMember"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdictOf = (wanted: string) => report.requirements.find((each) => each.id === wanted)?.verdict;
  return { failed: failedIn(report), writes, left: [...members.values()].flat(), verdictOf };
}

describe("an item is linked to another one, where the server", () => {
  it.each<[string, Ways]>([
    ["keeps what is put", {}],
    [
      "says that it leaves the level as it is",
      {
        put: (all, next) => (all.some(({ user }) => user === next.user) ? all : [...all, next]),
        showsKept: true,
      },
    ],
    ["shows members in another order", { list: (all) => all.toReversed() }],
    ["lists nobody", { list: () => [] }],
    ["lists ten members of many at most", { list: (all) => all.slice(0, 1) }],
    ["does not let members be put again", { isStrict: true }],
    ["takes users before they are there", { takesGhosts: true, notFound: "No such team" }],
    ["takes users of another server", { takesGhosts: true, list: () => [] }],
  ])("%s", async (_, ways) => {
    const { failed, writes } = await judge(ways);

    expect(failed).toEqual([]);
    expect(writes.some((each) => each.startsWith("PUT"))).toBe(true);
  });

  it("and nothing is left", async () => {
    const { left, verdictOf } = await judge({});

    expect(left).toEqual([]);
    for (const id of ["putMember: linked", "putMember: unknown end", "removeMember: unlinked"])
      expect(verdictOf(id)).toBe("passed");
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, string]>([
    ["adds a member again", { put: (all, next) => [...all, next] }, "putMember: linked"],
    [
      "keeps the first level",
      { put: (all, next) => (all.some(({ user }) => user === next.user) ? all : [...all, next]) },
      "putMember: linked",
    ],
    ["keeps the last member alone", { put: (_, next) => [next] }, "putMember: linked"],
    ["removes nobody", { remove: (all) => all }, "removeMember: unlinked"],
    ["removes everybody", { remove: () => [] }, "removeMember: unlinked"],
    ["takes users that are not there", { takesGhosts: true }, "putMember: unknown end"],
  ])("%s", async (_, ways, expected) => {
    expect(withoutLaws((await judge(ways)).failed)).toEqual([expected]);
  });
});

/** What one server does with the tags of its notes in its own way. */
interface TagWays {
  readonly put?: (all: readonly string[], tag: string) => readonly string[];
  readonly remove?: (all: readonly string[], tag: string) => readonly string[];
  /** The body of the list. */
  readonly list?: (all: readonly string[]) => unknown;
}

async function judgeTags(ways: TagWays) {
  const titles = new Map<string, string>();
  const notes = new Map<string, readonly string[]>();
  const put = ways.put ?? ((all, tag) => [...new Set([...all, tag])]);
  const remove = ways.remove ?? ((all, tag) => all.filter((each) => each !== tag));
  const list = ways.list ?? ((all) => ({ data: all }));
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", part, tag], sent }) => {
    const show = (each: string): object => ({ id: each, title: titles.get(each) });
    if (id === "" && method === "GET") return [200, [...notes.keys()].map(show)];
    if (id === "") {
      if (typeof sent["title"] !== "string") return [400, {}];
      const next = `n-${titles.size + 100_000}`;
      titles.set(next, sent["title"]);
      notes.set(next, []);
      return [201, show(next)];
    }
    const tags = notes.get(id);
    if (tags === undefined) return [404, {}];
    if (part === undefined) return method === "DELETE" ? [notes.delete(id) ? 204 : 404] : [200, show(id)];
    if (tag === undefined) return [200, list(tags)];
    if (!/^[a-z][a-z0-9-]{0,19}$/.test(tag)) return [400, {}];
    if (method === "DELETE" && !tags.includes(tag)) return [404, {}];
    notes.set(id, method === "PUT" ? put(tags, tag) : remove(tags, tag));
    return [204];
  });
  const note = {
    type: "object",
    required: ["id", "title"],
    properties: { id: { type: "string" }, title: { type: "string" } },
  };
  const sent = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const id = { ...idInPath(), schema: { type: "string" } };
  const tag = { type: "string", pattern: "^[a-z][a-z0-9-]{0,19}$" };
  const tags = { type: "object", required: ["data"], properties: { data: { type: "array", items: tag } } };
  const done = { 204: { description: "Done" }, 404: { description: "No such note" } };
  const report = await judgeDescribed(
    describePaths({
      "/notes": { get: lists("listNotes", note), post: adds("addNote", sent, note) },
      "/notes/{id}": { parameters: [id], get: reads("getNote", note), delete: removes("removeNote") },
      "/notes/{id}/tags": { parameters: [id], get: reads("listTags", tags) },
      "/notes/{id}/tags/{tag}": {
        parameters: [id, { name: "tag", in: "path", required: true, schema: tag }],
        put: { operationId: "putTag", responses: done },
        delete: { operationId: "removeTag", responses: done },
      },
    }),
    baseUrl,
  );
  const verdicts = ["putTag: responses", "putTag: linked", "removeTag: unlinked"].map(
    (wanted) => report.requirements.find((each) => each.id === wanted)?.verdict,
  );
  return { failed: failedIn(report), verdicts, notes };
}

describe("a word of an item is put, where the server", () => {
  it.each<[string, TagWays]>([
    ["keeps what is put", {}],
    ["shows words in the order of the alphabet", { list: (all) => ({ data: all.toSorted() }) }],
  ])("%s", async (_, ways) => {
    const { failed, verdicts, notes } = await judgeTags(ways);

    expect(failed).toEqual([]);
    expect(verdicts).toEqual(["passed", "passed", "passed"]);
    expect([...notes]).toEqual([]);
  });

  it.each<[string, TagWays, string]>([
    ["adds a word again", { put: (all, tag) => [...all, tag] }, "putTag: linked"],
    ["keeps the last word alone", { put: (_, tag) => [tag] }, "putTag: linked"],
    ["removes no word", { remove: (all) => all }, "removeTag: unlinked"],
    ["removes all words", { remove: () => [] }, "removeTag: unlinked"],
  ])("%s, which is found", async (_, ways, expected) => {
    expect(withoutLaws((await judgeTags(ways)).failed)).toEqual([expected]);
  });
});
