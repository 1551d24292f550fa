import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Members = Readonly<Record<string, unknown>>;

/** How a server takes what it does not refuse although it should. */
interface Ways {
  /** What is looked at of the rules. */
  readonly loosened: Readonly<Record<string, object>>;
  readonly store?: (sent: Members) => Members;
  readonly show?: (item: Members) => Members;
}

const title = { type: "string", minLength: 1, maxLength: 60 };
const rules = {
  title,
  sku: { type: "string", pattern: "^[A-Z]{3}$" },
  price: { type: "number", multipleOf: 0.25 },
  kind: { type: "string", enum: ["new", "used"] },
  stock: { type: "integer", maximum: 100 },
};
const sizes = { ...rules, tags: { type: "array", items: { type: "string" }, minItems: 1 } };

const threeOfEach = {
  title,
  alias: { type: "string", maxLength: 20 },
  sku: rules.sku,
  kind: rules.kind,
  form: rules.kind,
  mood: rules.kind,
};

/** Judges a server that has one rule of each kind. */
async function judge(properties: Readonly<Record<string, object>>, ways: Ways): Promise<readonly string[]> {
  const { loosened, store = (sent) => sent, show = (item) => item } = ways;
  const required = Object.keys(properties);
  const ajv = new Ajv2020({ strict: false, logger: false });
  const isValid = ajv.compile({ type: "object", required, properties: { ...properties, ...loosened } });
  const items = new Map<string, Members>();
  const replyTo = ({ method, parts: [, id = ""], body, sent }: Asked): Reply => {
    const known = items.get(id);
    if (method === "POST") {
      if (body === "" || !isValid(sent)) return [400, {}];
      const own = `${freeId(items)}`;
      items.set(own, { ...store(sent), id: freeId(items) });
      return [201, show(items.get(own) ?? {})];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") items.set(id, {});
    return method === "DELETE" ? [204] : [200, show(known)];
  };
  const baseUrl = await startJsonServer(replyTo);
  const shown = { type: "object" };
  const paths = {
    "/parts": { post: adds("addPart", { type: "object", required, properties }, shown) },
    "/parts/{id}": { parameters: [idInPath()], get: reads("getPart", shown), delete: removes("removePart") },
  };
  return failedIn(await judgeDescribed(describePaths(paths), baseUrl));
}

describe("a rule that has no like is found where what breaks it is stored:", () => {
  it.each<[string, Readonly<Record<string, object>>, object]>([
    ["sku pattern", rules, { type: "string" }],
    ["price multipleOf", rules, { type: "number" }],
    ["kind enum", rules, { type: "string" }],
    ["stock maximum", rules, { type: "integer" }],
    ["tags minItems", sizes, { type: "array" }],
  ])("%s", async (rule, properties, loose) => {
    const [name = "", keyword = ""] = rule.split(" ");
    expect(await judge(properties, { loosened: { [name]: loose } })).toContain(
      `addPart: body /${name} ${keyword}`,
    );
  });

  it("and where the item is shown in an envelope", async () => {
    const ways: Ways = { loosened: { kind: { type: "string" } }, show: (item) => ({ data: item }) };
    expect(await judge(rules, ways)).toContain("addPart: body /kind enum");
  });
});

it("a rule that has few like it is found, although only missing members are refused besides", async () => {
  const loosened = { kind: { type: "string" }, title: { type: "string" } };
  expect(await judge({ title, kind: rules.kind }, { loosened })).toEqual([
    "addPart: body /title minLength",
    "addPart: body /title maxLength",
    "addPart: body /kind enum",
  ]);
});

describe("a rule that has no like is no failure, where", () => {
  const { stock, ...others } = rules;
  it.each<[string, Readonly<Record<string, object>>, Ways]>([
    ["all rules are kept", rules, { loosened: {} }],
    [
      "a number is cut to its bound",
      rules,
      {
        loosened: { stock: { type: "integer" } },
        store: (sent) => ({ ...sent, stock: Math.min(100, Number(sent["stock"])) }),
      },
    ],
    [
      "a number is rounded",
      others,
      {
        loosened: { price: { type: "number" } },
        store: (sent) => ({ ...sent, price: Math.round(Number(sent["price"]) * 4) / 4 }),
      },
    ],
    [
      "the item does not show it",
      rules,
      { loosened: { kind: { type: "string" } }, show: ({ kind, ...item }) => item },
    ],
    [
      "no word and no bound is looked at, at three places each",
      threeOfEach,
      { loosened: Object.fromEntries(Object.keys(threeOfEach).map((name) => [name, { type: "string" }])) },
    ],
  ])("%s", async (_, properties, ways) => {
    expect(await judge(properties, ways)).toEqual([]);
  });
});
