import { isSuccess, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { encodeBody } from "./bodies.js";
import { differencesOf, expectSame, readItem, readOf } from "./read-back.js";
import { slugOf, validRequest } from "./requests.js";
import { type KnownItem, marksIn } from "./state.js";
import { type ApiScenario, type Context, makeRequest, twinOf } from "./twin.js";

/** What is put to the address of an own item can be read there. Source: RFC 9110, section 9.3.4. */
export function replacedScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  return changeScenario(operation, operations, "replaced", async (t, read) => {
    const { isBare } = twinOf(t, operation);
    const valid = makeRequest(() => validRequest(t.state, operation, isBare));
    const { response } = await t.send(valid.request);
    needDone(response.status);
    const found = await readChanged(t, read, itemOf(t, valid.request.path), valid.body);
    expectSame(t, { sent: valid.body, found });
  });
}

/** A change of one member changes that one, and no other. Source: RFC 5789, section 2. */
export function changedScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  return changeScenario(operation, operations, "changed", async (t, read) => {
    twinOf(t, operation);
    const { request, body } = makeRequest(() => validRequest(t.state, operation, false));
    const item = itemOf(t, request.path);
    const before = await readItem(t, read, item);
    const [changed] = Object.entries(isJsonObject(body) ? body : {}).filter(
      ([name, value]) =>
        typeof value === "string" &&
        marksIn(t.state, value).length > 0 &&
        isJsonObject(before) &&
        Object.hasOwn(before, name),
    );
    if (changed === undefined || !isJsonObject(before))
      throw new Skip("untested", "no member is known that can be changed by itself");
    const [name, value] = changed;
    const sent: JsonObject = { [name]: value };
    const { accepts } = request;
    const type = operation.body?.mediaType ?? "";
    const label = `a change of ${name} alone`;
    const { response } = await t.send({ ...request, accepts, label, body: encodeBody(type, sent) });
    needDone(response.status);
    const found = await readChanged(t, read, item, sent);
    expectSame(t, { sent, found });
    // Numbers may be the server's own.
    const others = Object.entries(before).filter(
      ([other, each]) => other !== name && typeof each === "string",
    );
    expectSame(t, { sent: Object.fromEntries(others), found });
  });
}

function changeScenario(
  operation: Operation,
  operations: Contract["operations"],
  kind: "replaced" | "changed",
  change: (t: Context, read: Operation) => Promise<void>,
): ApiScenario | undefined {
  const read = readOf(operation, operations);
  if (read === undefined || operation.body === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/${kind}`,
    title: `what ${operation.id} changes can be read with ${read.id}`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => change(t, read),
  };
}

function needDone(status: number): void {
  if (!isSuccess(status) || status === 202)
    throw new Skip("untested", `it was not changed at once: ${status}`);
}

function itemOf({ state }: Context, path: string): KnownItem {
  const [address] = path.split("?");
  const item = state.items.find((each) => each.own && each.path === address);
  if (item === undefined) throw new Skip("untested", "no item of the run is known");
  return item;
}

/** The item once it shows what was sent, or the time for that is over. */
async function readChanged(
  t: Context,
  read: Operation,
  item: KnownItem,
  sent: Json | undefined,
): Promise<Json> {
  const until = t.state.elapsed() + t.state.settle;
  for (;;) {
    const found = await readItem(t, read, item);
    if (found === undefined) throw new Skip("untested", "the item is gone");
    if (differencesOf(t, sent, found).length === 0 || t.state.elapsed() >= until) return found;
    await t.state.pause(50);
  }
}
