import { describe, expect, it } from "vitest";
import { isBroken, itemLaws, type Request, type Step } from "../../src/laws/index.js";

const shown = { title: "Tea", done: true, notes: "green" };
const view = (members: object, id = "7"): Step["before"] => ({ id, members: { ...members } });

const request = (method: Request["method"], status: number, more: Partial<Request> = {}): Request => ({
  ...{
    method,
    status,
    text: `${method} /tasks/7`,
    isOfItem: true,
    isOfSibling: false,
    isRepeated: false,
    sent: undefined,
  },
  ...more,
});

/** A request to an item, and the item after it, as far as that is another one. */
interface Row {
  readonly law: string;
  readonly request: Request;
  readonly after?: Partial<Step["before"]>;
  readonly isGone?: true;
  readonly explained?: readonly string[];
  readonly clients?: readonly string[];
}

const own = ["title", "done", "notes"];

function judge({ law: wanted, request, after = {}, isGone, explained = [], clients = own }: Row) {
  const law = itemLaws.find(({ id }) => id === wanted);
  const step: Step = {
    ...{ id: "7", before: view(shown), request, explained, others: [] },
    after: isGone ? undefined : { ...view(shown), ...after },
    clients,
    isOwnText: (value) => typeof value === "string",
  };
  return law?.judge(step);
}

const other = { members: { ...shown, title: "Coffee" } };
const put = { sent: { title: "Coffee", done: false } };
const gone = { isGone: true } as const;

describe("a law is broken by an item after a request:", () => {
  it.each<[string, Row]>([
    ["a refused PUT is applied", { law: "refused", request: request("PUT", 400, put), after: other }],
    [
      "a refused PATCH clears a member",
      { law: "refused", request: request("PATCH", 422), after: { members: { title: "Tea", done: true } } },
    ],
    ["a wrong media type is stored", { law: "refused", request: request("PUT", 415, put), after: other }],
    [
      "a GET changes the item",
      { law: "safe", request: request("GET", 200), after: { members: { ...shown, done: false } } },
    ],
    [
      "a list elsewhere changes it",
      { law: "safe", request: request("GET", 200, { isOfItem: false }), after: other },
    ],
    [
      "the same PUT toggles a flag",
      {
        law: "idempotent",
        request: request("PUT", 200, { isRepeated: true }),
        after: { members: { ...shown, done: false } },
      },
    ],
    [
      "the same PUT loses a member",
      {
        law: "idempotent",
        request: request("PUT", 200, { isRepeated: true }),
        after: { members: { title: "Tea", done: true } },
      },
    ],
    ["another id is shown", { law: "identity", request: request("PUT", 200), after: { id: "8" } }],
    [
      "the id of another kind is shown",
      { law: "identity", request: request("PATCH", 200), after: { id: "a-7b" } },
    ],
    ["a PUT is not stored", { law: "stored", request: request("PUT", 200, put) }],
    [
      "a PUT shows the name of a user that it does not store",
      {
        law: "stored",
        request: request("PUT", 200, { sent: { username: "ada" }, shown: { username: "ada" } }),
        clients: ["username"],
      },
    ],
    [
      "a creation elsewhere changes it",
      { law: "stored", request: request("POST", 201, { isOfItem: false }), after: other },
    ],
  ])("%s", (_, row) => {
    const judgement = judge(row);
    expect(judgement !== undefined && isBroken(judgement)).toBe(true);
  });

  it.each(["refused", "safe", "idempotent", "there"])("%s, where the item is gone", (law) => {
    const requests: Record<string, Request> = {
      refused: request("DELETE", 409),
      safe: request("GET", 200, { isOfItem: false }),
      idempotent: request("PUT", 200, { isRepeated: true }),
      there: request("PATCH", 200),
    };
    const judgement = judge({ law, request: requests[law] ?? request("PUT", 200), ...gone });
    expect(judgement).toMatchObject({ actual: "it is not found any more" });
  });
});

describe("a law is kept, or has no occasion:", () => {
  it.each<[string, Row, "kept" | "no occasion"]>([
    [
      "a refusal that counts attempts",
      { law: "refused", request: request("PUT", 400), after: { members: { ...shown, attempts: 2n } } },
      "kept",
    ],
    [
      "a payment that is refused is on record",
      { law: "refused", request: request("PUT", 402), after: other },
      "no occasion",
    ],
    [
      "a request that timed out may be carried out",
      { law: "refused", request: request("PUT", 408), after: other },
      "no occasion",
    ],
    [
      "another change explains the member",
      { law: "refused", request: request("PUT", 400), after: other, explained: ["title"] },
      "kept",
    ],
    [
      "a GET counts itself",
      { law: "safe", request: request("GET", 200), after: { members: { ...shown, views: 3n } } },
      "kept",
    ],
    [
      "the same PUT raises a version",
      {
        law: "idempotent",
        request: request("PUT", 200, { isRepeated: true }),
        after: { members: { ...shown, version: 3n } },
      },
      "kept",
    ],
    [
      "another PUT may change everything",
      { law: "idempotent", request: request("PUT", 200), after: other },
      "no occasion",
    ],
    [
      "the name of a user that the server decides, and does not show as it was sent",
      {
        law: "stored",
        request: request("PUT", 200, { sent: { username: "ada" }, shown: { username: "bob" } }),
        clients: ["username"],
      },
      "kept",
    ],
    [
      "another item is the default one now",
      {
        law: "stored",
        request: request("PUT", 200, { isOfItem: false }),
        after: { members: { ...shown, done: false } },
      },
      "kept",
    ],
    [
      "the id with zeros in front",
      { law: "identity", request: request("PUT", 200), after: { id: "007" } },
      "kept",
    ],
    [
      "the id with a version behind it",
      { law: "identity", request: request("PUT", 200), after: { id: "7/_history/2" } },
      "kept",
    ],
    [
      "a PUT that is stored in small letters",
      {
        law: "stored",
        request: request("PUT", 200, put),
        after: { members: { title: "coffee", done: false } },
      },
      "kept",
    ],
    [
      "a change that is accepted for later",
      { law: "stored", request: request("PUT", 202, put) },
      "no occasion",
    ],
    [
      "a flag that follows another one",
      {
        law: "stored",
        request: request("PATCH", 200, { sent: { archived: true } }),
        after: { members: { ...shown, done: false } },
      },
      "kept",
    ],
    ["a deletion", { law: "there", request: request("DELETE", 204), ...gone }, "no occasion"],
  ])("%s", (_, row, expected) => {
    expect(judge(row)).toBe(expected);
  });
});
