import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** What one server does with its desks, which stand in rooms, in its own way. */
interface Ways {
  /** Among all rooms, no two desks have the same label. */
  readonly isGlobal?: boolean;
  /** The label of a deleted desk stays taken. */
  readonly keepsDeleted?: boolean;
  readonly status?: number;
  readonly isNested?: boolean;
  readonly conflict?: string;
  readonly removal?: string;
}

const within = "Another desk of this room already has this `label`.";
const again = "Deletes the desk. Its `label` may be used again.";

async function judge({
  isGlobal = false,
  keepsDeleted = false,
  status = 409,
  isNested = false,
  conflict = within,
  removal = again,
}: Ways) {
  const rooms = new Map<string, Record<string, unknown>>();
  const desks = new Map<string, Record<string, unknown>>();
  const taken: Record<string, unknown>[] = [];
  const baseUrl = await startJsonServer(({ method, parts, sent }) => {
    const [kind = "", id = "", below = "", deskId = ""] = parts;
    const isDesk = kind === "desks" || below === "desks";
    if (isDesk && isNested && !rooms.has(id)) return [404, {}];
    const [items, own] = isDesk ? [desks, isNested ? deskId : id] : [rooms, id];
    const known = items.get(own);
    const room = isNested ? Number(id) : sent["roomId"];
    if (method === "POST") {
      const text = sent[isDesk ? "label" : "name"];
      if (typeof text !== "string" || text === "" || text.length > 40) return [422, {}];
      if (isDesk && !rooms.has(`${room}`)) return [422, {}];
      const isTaken = taken.some((each) => each["label"] === text && (isGlobal || each["room"] === room));
      if (isDesk && isTaken) return [status, {}];
      const made = { ...sent, id: freeId(items) };
      items.set(`${made.id}`, made);
      if (isDesk) taken.push({ label: text, room, id: made.id });
      return [201, made];
    }
    if (own === "") return [200, [...items.values()]];
    if (known === undefined) return [404, {}];
    if (method === "GET") return [200, known];
    items.delete(own);
    const index = taken.findIndex((each) => each["id"] === known["id"]);
    if (isDesk && !keepsDeleted) taken.splice(index, 1);
    return [204];
  });
  const text = { type: "string", minLength: 1, maxLength: 40 };
  const id = { type: "integer" };
  const room = { type: "object", required: ["name"], properties: { name: text } };
  const reference = { roomId: { ...id, description: "Id of the room; it has to exist." } };
  const desk = {
    type: "object",
    required: ["label"],
    properties: { label: text, ...(!isNested && reference) },
  };
  const shown = (each: typeof room | typeof desk) => ({ ...each, properties: { id, ...each.properties } });
  const refused = { 422: { description: "Not so" } };
  const nested = isNested ? "/rooms/{id}/desks" : "/desks";
  const parameters = isNested ? [idInPath()] : [];
  const description = describePaths({
    "/rooms": { get: lists("listRooms", shown(room)), post: adds("addRoom", room, shown(room), refused) },
    "/rooms/{id}": {
      parameters: [idInPath()],
      get: reads("getRoom", shown(room)),
      delete: removes("removeRoom"),
    },
    [nested]: {
      parameters,
      get: lists("listDesks", shown(desk)),
      post: adds("addDesk", isNested ? desk : { ...desk, required: ["label", "roomId"] }, shown(desk), {
        ...refused,
        409: { description: conflict },
      }),
    },
    [`${nested}/{deskId}`]: {
      parameters: [...parameters, { ...idInPath(), name: "deskId" }],
      get: reads("getDesk", shown(desk)),
      delete: { ...removes("removeDesk"), description: removal },
    },
  });
  return judgeDescribed(description, baseUrl, { whole: true });
}

describe("a value that no two items of one parent share", () => {
  it("may be that of an item below another parent, and of a deleted one", async () => {
    const report = await judge({});
    expect(failedIn(report)).toEqual([]);
    const verdicts = report.requirements.filter(({ id }) => /elsewhere|freed/.test(id));
    expect(verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      "addDesk: same value elsewhere passed",
      "addDesk: freed value passed",
    ]);
  });

  it.each([
    ["same value elsewhere", { isGlobal: true }],
    ["same value elsewhere", { isGlobal: true, isNested: true, status: 422 }],
    ["freed value", { keepsDeleted: true }],
    [
      "freed value",
      {
        keepsDeleted: true,
        removal: "",
        conflict: "Another desk that is not deleted has this `label` already.",
      },
    ],
  ] satisfies [string, Ways][])("%s is found on a server that refuses it: %o", async (name, ways) => {
    expect(failedIn(await judge(ways))).toContain(`addDesk: ${name}`);
  });

  it("may be kept by the server where nothing is said of it", async () => {
    const conflict = "The `label` is taken.";
    expect(failedIn(await judge({ isGlobal: true, keepsDeleted: true, removal: "", conflict }))).toEqual([]);
  });
});
