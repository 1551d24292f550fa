import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Review {
  readonly id: number;
  readonly rating: number;
  readonly writtenOn: string;
}

/** What a tool shows of its reviews: those that are there, and those that ever were. */
type Derive = (now: readonly Review[], ever: readonly Review[]) => object;

const ratings = (reviews: readonly Review[]): readonly number[] => reviews.map(({ rating }) => rating);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : sum(numbers) / numbers.length;
const honest: Derive = (now) => ({
  reviewCount: now.length,
  score: sum(ratings(now)),
  average: mean(ratings(now)),
  lastReview:
    now
      .map(({ writtenOn }) => writtenOn)
      .sort()
      .at(-1) ?? null,
});

const text = { type: "string", minLength: 1, maxLength: 40 };
const rating = { type: "integer", minimum: 1, maximum: 5 };
const derived = {
  reviewCount: { type: "integer", readOnly: true, description: "The number of reviews of the tool." },
  score: { type: "integer", readOnly: true, description: "Sum of the ratings of its reviews." },
  average: {
    type: ["number", "null"],
    readOnly: true,
    description: "The mean of the ratings of all reviews, not rounded; null without reviews.",
  },
  lastReview: {
    type: ["string", "null"],
    format: "date",
    readOnly: true,
    description: "Date of the latest review, by the day it was written on.",
  },
};

/** Judges a server of tools with reviews below them, or with reviews that refer to tools. */
async function judge(
  derive: Derive,
  isBelow = true,
  texts: Readonly<Record<string, string>> = {},
  isModerated = false,
) {
  const tools = new Map<number, { readonly name: string; readonly ever: Review[] }>();
  const reviews = new Map<number, Review & { readonly toolId: number }>();
  let count = 100;
  const toolAt = (id: number) => {
    const tool = tools.get(id);
    const now = [...reviews.values()].filter(({ toolId }) => toolId === id);
    return tool && { id, name: tool.name, ...derive(now, tool.ever) };
  };
  const baseUrl = await startJsonServer(({ method, parts, sent }) => {
    const [collection, first = "", below, last = ""] = parts;
    const isReview = collection === "reviews" || below === "reviews";
    const id = Number(isReview && isBelow ? last : first);
    if (!isReview) {
      if (method === "GET" && first === "") return [200, [...tools.keys()].map(toolAt)];
      if (method === "GET") return tools.has(id) ? [200, toolAt(id)] : [404, {}];
      if (typeof sent["name"] !== "string" || !/^.{1,40}$/.test(sent["name"])) return [400, {}];
      count += 1;
      tools.set(count, { name: sent["name"], ever: [] });
      return [201, toolAt(count)];
    }
    const toolId = isBelow ? Number(first) : sent["toolId"];
    const known = reviews.get(id);
    const isThere = known !== undefined && (!isBelow || known.toolId === toolId);
    if (method === "DELETE") return [isThere && reviews.delete(id) ? 204 : 404];
    if (method === "GET" && id === 0)
      return [200, [...reviews.values()].filter((each) => !isBelow || each.toolId === toolId)];
    if (method === "GET") return isThere ? [200, known] : [404, {}];
    const tool = tools.get(Number(toolId));
    if (tool === undefined) return [404, {}];
    const { rating: given, words } = sent;
    if (!Number.isInteger(given) || Number(given) < 1 || Number(given) > 5) return [400, {}];
    if (typeof words !== "string" || !/^.{1,40}$/.test(words)) return [400, {}];
    count += 1;
    const review = {
      id: count,
      toolId: Number(toolId),
      rating: Number(given),
      words,
      ...(isModerated ? { status: "pending" } : {}),
      writtenOn: `2026-01-${10 + (count % 20)}`,
    };
    reviews.set(count, review);
    tool.ever.push(review);
    return [201, review];
  });
  const stated = Object.fromEntries(
    Object.entries(derived).map(([name, schema]) => [
      name,
      { ...schema, description: texts[name] ?? schema.description },
    ]),
  );
  const tool = { type: "object", required: ["name"], properties: { name: text } };
  const shown = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, name: text, ...stated },
  };
  const own = { rating, words: text, ...(isBelow ? {} : { toolId: { type: "integer" } }) };
  const review = { type: "object", required: Object.keys(own), properties: own };
  const state = isModerated ? { status: { type: "string", enum: ["pending", "shown"] } } : {};
  const shownReview = {
    type: "object",
    required: ["id", "rating"],
    properties: { id: { type: "integer" }, ...own, ...state, writtenOn: { type: "string", format: "date" } },
  };
  const path = isBelow ? "/tools/{toolId}/reviews" : "/reviews";
  const toolId = { ...idInPath(), name: "toolId" };
  const above = isBelow ? [toolId] : [];
  const description = describePaths({
    "/tools": { get: lists("listTools", shown), post: adds("addTool", tool, shown) },
    "/tools/{toolId}": { parameters: [toolId], get: reads("getTool", shown) },
    [path]: {
      parameters: above,
      get: lists("listReviews", shownReview),
      post: adds("addReview", review, shownReview),
    },
    [`${path}/{reviewId}`]: {
      parameters: [...above, { ...idInPath(), name: "reviewId" }],
      get: reads("getReview", shownReview),
      delete: removes("removeReview"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "getTool: computed from others")?.verdict;
  return { failed: failedIn(report), verdict };
}

const broken = { failed: ["getTool: computed from others"], verdict: "failed" };
const kept = { failed: [], verdict: "passed" };

describe("a member that follows from other items is found where", () => {
  it.each<[string, Derive]>([
    ["a deletion leaves the count", (now, ever) => ({ ...honest(now, ever), reviewCount: ever.length })],
    ["a creation leaves the count", (now, ever) => ({ ...honest(now, ever), reviewCount: 0 })],
    [
      "the second one leaves the count",
      (now, ever) => ({ ...honest(now, ever), reviewCount: Math.min(now.length, 1) }),
    ],
    ["a deletion leaves the sum", (now, ever) => ({ ...honest(now, ever), score: sum(ratings(ever)) })],
    [
      "the mean is cut off",
      (now, ever) => ({ ...honest(now, ever), average: Math.trunc(mean(ratings(now)) ?? 0) }),
    ],
    [
      "the mean is that of the first",
      (now, ever) => ({ ...honest(now, ever), average: ratings(now)[0] ?? null }),
    ],
    [
      "the latest one is the first",
      (now, ever) => ({ ...honest(now, ever), lastReview: now[0]?.writtenOn ?? null }),
    ],
  ])("%s", async (_, derive) => {
    expect(await judge(derive)).toEqual(broken);
  });

  it("the others refer to it", async () => {
    const ever: Derive = (now, all) => ({ ...honest(now, all), reviewCount: all.length });
    expect(await judge(ever, false)).toEqual(broken);
  });
});

describe("a member that follows from other items is left alone where", () => {
  it.each<[string, Derive, Readonly<Record<string, string>>]>([
    ["all is as its text says", honest, {}],
    [
      "the mean has one decimal",
      (now, ever) => ({ ...honest(now, ever), average: Math.round((mean(ratings(now)) ?? 0) * 10) / 10 }),
      { average: "Average rating of all reviews, rounded to one decimal." },
    ],
    [
      "all that ever were count",
      (now, ever) => ({ ...honest(now, ever), reviewCount: ever.length }),
      { reviewCount: "Number of reviews that were ever written." },
    ],
    [
      "none of some kind is there",
      (now, ever) => ({ ...honest(now, ever), reviewCount: 0 }),
      { reviewCount: "Number of open reviews of the tool." },
    ],
  ])("%s", async (_, derive, texts) => {
    expect((await judge(derive, true, texts)).failed).toEqual([]);
  });

  it("the others refer to it", async () => {
    expect(await judge(honest, false)).toEqual(kept);
  });

  it("it follows a moment later", async () => {
    const shown = new WeakMap<readonly Review[], object>();
    const late: Derive = (now, ever) => {
      const before = shown.get(ever) ?? honest(now, ever);
      shown.set(ever, honest(now, ever));
      return before;
    };
    expect((await judge(late)).failed).toEqual([]);
  });

  it("none counts before it is shown", async () => {
    const none: Derive = () => honest([], []);
    expect(await judge(none, true, {}, true)).toEqual({ failed: [], verdict: "untested" });
  });
});
