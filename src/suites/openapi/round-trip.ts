import { isSuccess, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { at, slugOf, validRequest } from "./requests.js";
import { createdId } from "./resource.js";
import { type KnownItem, marksIn } from "./state.js";
import { type ApiScenario, type Context, makeRequest, twinOf } from "./twin.js";

/** How deep a path is. */
export function segmentsOf({ path }: Operation): number {
  return path.split("/").length;
}

/** What a creation answers with can be read at its address, and has the plain values that were sent. */
export function readBackScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const read = [...operations.values()].find(
    (each) =>
      each.method === "GET" &&
      each.path.startsWith(`${operation.path}/{`) &&
      segmentsOf(each) === segmentsOf(operation) + 1,
  );
  if (read === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/read-back`,
    title: `what ${operation.id} creates can be read with ${read.id}`,
    phase: "create",
    inputs: () => [null],
    run: async (t) => {
      const twin = twinOf(t, operation);
      const valid = makeRequest(() => validRequest(t.state, operation, twin.isBare));
      const { response, json } = await t.send(valid.request);
      const resource = t.state.resources.get(read.path);
      const id = resource && createdId(resource, { path: valid.request.path, response, json });
      const created = t.state.items.find((item) => item.own && item.resource === resource && item.id === id);
      if (!isSuccess(response.status) || response.status === 202 || created === undefined)
        throw new Skip("untested", "no response to a creation gave the id of what was created");
      const found = await readItem(t, read, created);
      const isFound = found !== undefined;
      t.expect(isFound, {
        problem: "not found",
        expected: `2xx with what was created`,
        actual: "it is not found at its address",
        at: { in: "status" },
      });
      if (found !== undefined) expectSame(t, valid.body, found);
    },
  };
}

/** The item at its address, waited for as long as the run allows; undefined if there is none. */
async function readItem(t: Context, read: Operation, item: KnownItem): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, { status: 404, schema: "" }];
  const until = t.state.elapsed() + t.state.settle;
  for (;;) {
    const { response, json } = await t.send({ ...at(request, item), accepts, label: "what was created" });
    if (isSuccess(response.status)) return json ?? null;
    if (response.status !== 404) throw new Skip("untested", `it may not be read: ${response.status}`);
    if (t.state.elapsed() >= until) return undefined;
    await t.state.pause(50);
  }
}

/** Names of members that a server may make of its own. */
const ownNames =
  /(^|_|[a-z])(id|ids|no|number|position|order|rank|version|count|total|pass\w*|secret|slug|handle|mail|login|user\w*)$/i;

/**
 * Compares what is plain: whole numbers, and texts that only this request has, which a server may write in other letters.
 * What has a default, a state or a name for itself is the server's.
 */
function expectSame(t: Context, sent: Json | undefined, found: Json): void {
  if (!isJsonObject(sent) || !isJsonObject(found)) return;
  for (const [name, value] of Object.entries(sent)) {
    const shown = Object.hasOwn(found, name) ? found[name] : undefined;
    const isPlain =
      typeof value === "bigint" ||
      (typeof value === "string" && /^Pedigree /.test(value) && marksIn(t.state, value).length > 0);
    if (shown === undefined || !isPlain || ownNames.test(name) || typeof shown !== typeof value) continue;
    const same = renderJson(shown).toLowerCase() === renderJson(value).toLowerCase();
    t.expect(same, {
      problem: `another ${name}`,
      expected: `${name} is ${renderJson(value)}, as it was sent`,
      actual: renderJson(shown),
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/** What the run created is deleted, and gone then. */
export function goneScenario(operation: Operation, operations: Contract["operations"]): ApiScenario {
  const read = [...operations.values()].find(
    ({ method, path }) => method === "GET" && path === operation.path,
  );
  const slug = slugOf(operation);
  return {
    id: read === undefined ? `${slug}/valid` : `${slug}/gone`,
    title: `what ${operation.id} deletes is gone`,
    expects: [`${slug}/valid`, `${slug}/server-error`],
    phase: "final",
    inputs: ({ items }) =>
      items
        .filter(({ own, resource }) => own && resource.itemPath === operation.path)
        .map(({ id, path }) => ({ id, path })),
    run: async (t, input) => {
      const { path } = input as Pick<KnownItem, "path">;
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const item = t.state.items.find((each) => each.path === path);
      const before = read === undefined || item === undefined ? undefined : await shownAt(t, read, item);
      const { response } = await t.send(at(request, { path }));
      if (!isSuccess(response.status)) throw new Skip("untested", `it was not deleted: ${response.status}`);
      if (read === undefined || item === undefined || response.status === 202) return;
      if (before === undefined) throw new Skip("untested", "it could not be read before it was deleted");
      const found = await isStillThere(t, read, item, before);
      t.expect(!found, {
        problem: "still there",
        expected: "404 or 410",
        actual: "2xx: it is still served",
        at: { in: "status" },
      });
    },
  };
}

/** What is shown of an item, as text; undefined where it is not found, or nothing is shown. */
async function shownAt(t: Context, read: Operation, item: KnownItem): Promise<string | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [200, 404, 410].map((status) => ({ status, schema: "" }));
  const { response, json } = await t.send({ ...at(request, item), accepts, label: "an item of the run" });
  return isSuccess(response.status) && json !== undefined && json !== null ? renderJson(json) : undefined;
}

/** A server may go on showing what was deleted, as long as it shows another representation of it. */
async function isStillThere(t: Context, read: Operation, item: KnownItem, before: string): Promise<boolean> {
  const until = t.state.elapsed() + t.state.settle;
  for (;;) {
    if ((await shownAt(t, read, item)) !== before) return false;
    if (t.state.elapsed() >= until) return true;
    await t.state.pause(50);
  }
}
