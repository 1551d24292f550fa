import { expect, it } from "vitest";
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

const username = { type: "string", minLength: 3, maxLength: 60 };
const body = {
  type: "object",
  required: ["username"],
  additionalProperties: false,
  properties: { username },
};
const shown = { type: "object", required: ["username"], properties: { id: { type: "string" }, username } };

interface User {
  readonly id: string;
  readonly username: string;
}

/** What a server does in its own way: the id of a user, the user after a change, and how the change is answered. */
interface Ways {
  readonly idOf?: (username: string, count: number) => string;
  readonly changed?: (before: User, username: string) => User;
  readonly answer?: (after: User, username: string) => User;
}

async function judge({
  idOf = (_, count) => `u${count}`,
  changed = (before, name) => ({ ...before, username: name }),
  answer = (after) => after,
}: Ways) {
  const users = new Map<string, User>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, encoded = ""], sent }) => {
    const id = decodeURIComponent(encoded);
    const name = sent["username"];
    const isFit = typeof name === "string" && name.length >= 3 && name.length <= 60;
    if (method === "GET" && id === "") return [200, [...users.values()]];
    if (method === "POST" || method === "PUT") if (!isFit || Object.keys(sent).length > 1) return [400, {}];
    if (method === "POST") {
      count += 1;
      const user = { id: idOf(`${name}`, count), username: `${name}` };
      users.set(user.id, user);
      return [201, user];
    }
    const known = users.get(id);
    if (known === undefined) return [404, {}];
    if (method === "GET") return [200, known];
    users.delete(id);
    if (method === "DELETE") return [204];
    const after = changed(known, `${name}`);
    users.set(after.id, after);
    return [200, answer(after, `${name}`)];
  });
  const description = describePaths({
    "/users": { get: lists("listUsers", shown), post: adds("addUser", body, shown) },
    "/users/{id}": {
      parameters: [idInPath("string")],
      get: reads("getUser", shown),
      put: changes("replaceUser", body, shown),
      delete: removes("removeUser"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

it("a change that shows the name of a user as it was sent, and does not store it, is found", async () => {
  const isLost: Ways = {
    changed: (before) => before,
    answer: (after, name) => ({ ...after, username: name }),
  };
  expect(await judge(isLost)).toContain("replaceUser: replaced");
});

it.each<[string, Ways]>([
  ["that the server decides, and shows as it is", { changed: (before) => before }],
  [
    "that is the id of the user, too",
    { idOf: (name) => name, changed: (_, name) => ({ id: name, username: name }) },
  ],
])("the name of a user may be one %s", async (_, ways) => {
  expect(await judge(ways)).toEqual([]);
});
