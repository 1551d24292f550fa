import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  numberAsWritten,
  parseJson,
  renderJson,
} from "../../src/json/index.js";
import { freeId } from "../servers/free-id.js";
import { startOrigin } from "../servers/plain-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const states = ["open", "waiting", "closed"];
const members = {
  title: { type: "string" },
  remark: { type: "string" },
  sum: { type: "integer", format: "int64" },
  weight: { type: "number" },
  state: { type: "string", enum: states },
};

/** What a server of parcels does in its own way. No number loses a digit on its way. */
interface Parcels {
  /** What it keeps of what is sent. */
  readonly keep?: (sent: JsonObject) => JsonObject;
  readonly show?: (item: JsonObject) => JsonObject;
  readonly refuse?: (sent: JsonObject) => boolean;
  readonly isFound?: (item: JsonObject) => boolean;
  readonly properties?: object;
}

async function judge({
  keep = (sent) => sent,
  show = (item) => item,
  refuse = () => false,
  isFound = () => true,
  properties = members,
}: Parcels): Promise<Report> {
  const items = new Map<string, JsonObject>();
  const baseUrl = await startOrigin(async (request, response) => {
    const body = parseJson(await text(request));
    const [, , id = ""] = (request.url ?? "").split(/[/?]/);
    const answer = (status: number, json: Json = {}): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? undefined : renderJson(json));
    };
    const known = items.get(id);
    if (id === "" && request.method === "GET")
      return answer(200, [...items.values()].filter(isFound).map(show));
    if (request.method === "POST") {
      const sent = body.status === "valid" ? body.value : undefined;
      if (!isJsonObject(sent) || !isParcel(sent) || refuse(sent)) return answer(400);
      const own = BigInt(freeId(items));
      items.set(`${own}`, { ...keep(sent), id: own });
      return answer(201, show(items.get(`${own}`) ?? {}));
    }
    if (known === undefined || !isFound(known)) return answer(404);
    if (request.method === "GET") return answer(200, show(known));
    items.delete(id);
    return answer(204);
  });
  const sent = { type: "object", required: ["title"], properties };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const description = describePaths({
    "/parcels": { get: lists("listParcels", item), post: adds("addParcel", sent, item) },
    "/parcels/{id}": {
      parameters: [idInPath()],
      get: reads("getParcel", item),
      delete: removes("removeParcel"),
    },
  });
  return judgeDescribed(description, baseUrl, { whole: true });
}

const noon = "2026-01-15T12:00:00Z";
const isNumber = (value: Json | undefined): boolean =>
  value === undefined || typeof value === "bigint" || /^-?\d/.test(renderJson(value));

function isParcel({ title, remark = "", sum, weight, state = "open", due = noon }: JsonObject): boolean {
  return (
    typeof title === "string" &&
    typeof remark === "string" &&
    (typeof sum === "bigint" || sum === undefined) &&
    BigInt.asIntN(64, BigInt(`${sum ?? 0}`)) === BigInt(`${sum ?? 0}`) &&
    isNumber(weight) &&
    states.includes(`${state}`) &&
    typeof due === "string" &&
    due.includes("T") &&
    !Number.isNaN(Date.parse(due))
  );
}

/** Keeps the number of a parcel in a way of its own. */
const sums = (change: (sum: bigint) => bigint): Parcels => ({
  keep: (sent) => (typeof sent["sum"] === "bigint" ? { ...sent, sum: change(sent["sum"]) } : sent),
});
const titles = (change: (title: string) => string): Parcels => ({
  keep: (sent) => ({ ...sent, title: change(`${sent["title"]}`) }),
});

const entitled = (description: string) => ({ ...members, title: { type: "string", description } });

const warnedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);
const findingsIn = ({ findings }: Report): readonly (readonly string[])[] =>
  findings.map(({ requirements }) => requirements);

describe("a number is found that is", () => {
  it.each<[string, Parcels]>([
    ["wrapped to 32 bits", sums((sum) => BigInt.asIntN(32, sum))],
    [
      "limited to 32 bits",
      sums((sum) => (sum > 2147483647n ? 2147483647n : sum < -2147483648n ? -2147483648n : sum)),
    ],
    ["rounded to a double", sums((sum) => BigInt.asIntN(64, BigInt(Number(sum))))],
    ["without its sign", sums((sum) => (sum < 0n && sum > -(2n ** 63n) ? -sum : sum))],
    [
      "kept in 32 bits, with a fraction",
      {
        keep: (sent) =>
          sent["weight"] === undefined
            ? sent
            : { ...sent, weight: numberAsWritten(`${Math.fround(Number(renderJson(sent["weight"])))}`) },
      },
    ],
  ])("%s", async (_, parcels) => {
    const report = await judge(parcels);

    expect(failedIn(report)).toEqual(["addParcel: numbers"]);
    expect(findingsIn(report)).toEqual([["addParcel: numbers"]]);
  });
});

describe("advice says of a text that it is", () => {
  it.each<[string, Parcels]>([
    ["with one blank in place of two", titles((title) => title.replaceAll(/ +/g, " "))],
    [
      "trimmed, although it is stored as sent",
      { ...titles((title) => title.trim()), properties: entitled("A word or more. Stored as sent.") },
    ],
    ["escaped for a page", titles((title) => title.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))],
    ["without its markup", titles((title) => title.replaceAll(/<[^>]*>/g, ""))],
    ["cut at 4,000 characters", titles((title) => title.slice(0, 4000))],
    [
      "shown with a question mark for a picture",
      titles((title) => title.replaceAll(/\p{Extended_Pictographic}/gu, "?")),
    ],
  ])("%s", async (_, parcels) => {
    const report = await judge(parcels);

    expect(failedIn(report)).toEqual([]);
    expect(warnedIn(report)).toEqual(["addParcel: texts and states"]);
    expect(report.findings).toHaveLength(1);
  });
});

it("advice says of a state that it is another one than the one that was sent", async () => {
  const report = await judge({
    keep: (sent) => ({ ...sent, ...(sent["state"] === "waiting" && { state: "open" }) }),
  });

  expect(warnedIn(report)).toEqual(["addParcel: texts and states"]);
  expect(report.findings).toHaveLength(1);
});

describe("nothing is found where a server", () => {
  it.each<[string, Parcels]>([
    ["keeps all", {}],
    [
      "makes one blank of several, as its text says",
      {
        ...titles((title) => title.trim().replaceAll(/ +/g, " ")),
        properties: entitled("Blanks at both ends are removed, and several blanks in a row become one."),
      },
    ],
    [
      "trims what it stores as sent but for that",
      {
        ...titles((title) => title.trim()),
        properties: entitled(
          "Stored as sent, apart from blanks at the beginning and the end, which are cut.",
        ),
      },
    ],
    ["trims and composes texts", titles((title) => title.trim().normalize("NFC"))],
    ["decomposes texts", titles((title) => title.normalize("NFD"))],
    ["refuses large numbers", { refuse: ({ sum }) => typeof sum === "bigint" && sum > 10_000n }],
    ["refuses negative numbers", { refuse: ({ sum }) => typeof sum === "bigint" && sum < 0n }],
    ["has a limit of its own", sums((sum) => (sum > 10_000n ? 10_000n : sum))],
    ["knows no number below 0", sums((sum) => (sum < 0n ? 0n : sum))],
    ["refuses signs, and long texts", { refuse: ({ title }) => !/^[\p{L} ]{1,300}$/u.test(`${title}`) }],
    ["decides on the state", { keep: (sent) => ({ ...sent, state: "open" }) }],
    ["refuses other states than the first", { refuse: ({ state = "open" }) => state !== "open" }],
    ["hides what is closed", { isFound: ({ state }) => state !== "closed" }],
    ["moves what is new to another state", { show: (item) => ({ ...item, state: "closed" }) }],
    [
      "has numbers without a format, as doubles hold them",
      {
        ...sums((sum) => BigInt(Number(sum))),
        properties: { ...members, sum: { type: "integer" } },
      },
    ],
    [
      "promises 32 bits, and has no more",
      {
        ...sums((sum) => BigInt.asIntN(32, sum)),
        properties: { ...members, sum: { type: "integer", format: "int32" } },
      },
    ],
    [
      "keeps a number that is computed by its description",
      {
        ...sums(() => 3n),
        properties: { ...members, sum: { type: "integer", readOnly: true } },
      },
    ],
  ])("%s", async (_, parcels) => {
    const report = await judge(parcels);

    expect([...failedIn(report), ...warnedIn(report)]).toEqual([]);
  });
});

describe("a time with an offset", () => {
  const properties = { title: members.title, due: { type: "string", format: "date-time" } };
  const due = (change: (time: string) => string): Parcels => ({
    properties,
    keep: (sent) => (typeof sent["due"] === "string" ? { ...sent, due: change(sent["due"]) } : sent),
  });

  it("that is lost is found", async () => {
    const lost = due((time) => `${time.slice(0, 19)}Z`);
    expect(failedIn(await judge(lost))).toEqual(["addParcel: times"]);
  });

  it.each<[string, Parcels]>([
    ["is shown in UTC", due((time) => new Date(time).toISOString())],
    ["is shown as it was sent", due((time) => time)],
    ["is cut to minutes", due((time) => `${new Date(time).toISOString().slice(0, 16)}:00Z`)],
    ["is refused", { properties, refuse: ({ due: time = "Z" }) => !`${time}`.endsWith("Z") }],
  ])("may be kept so that it %s", async (_, ways) => {
    expect(failedIn(await judge(ways))).toEqual([]);
  });
});
