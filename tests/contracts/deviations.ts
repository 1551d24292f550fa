import type { IncomingHttpHeaders } from "node:http";
import type { Report } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import type { Front, Passing } from "./front.js";

export const failedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);

/** What failed by its own property: a law may be broken by the same fault. */
export const withoutLaws = (failed: readonly string[]): readonly string[] =>
  failed.filter((id) => !/^every (item|list): /.test(id));

export const isAbout = ({ method, path }: Passing, wanted: string): boolean => {
  const [verb, pattern = ""] = wanted.split(" ");
  return method === verb && new RegExp(`^${pattern.replaceAll("*", "[^/?]+")}(\\?|$)`).test(path);
};

/** Changes the JSON of successful responses to such a request. */
export const changeJson = (wanted: string, change: (json: never) => unknown): Front => ({
  response: (passing) => {
    if (isAbout(passing, wanted) && passing.status < 300)
      passing.body = JSON.stringify(change(JSON.parse(passing.body) as never));
  },
});
export const changeStatus = (wanted: string, status: number): Front => ({
  response: (passing) => {
    if (isAbout(passing, wanted) && passing.status < 300) passing.status = status;
  },
});
/** Makes bodies valid that are not: the violation is accepted. */
export const accept = (wanted: string, mend: (body: Record<string, unknown>) => object): Front => ({
  request: (passing) => {
    if (isAbout(passing, wanted) && passing.body !== "")
      passing.body = JSON.stringify(mend(JSON.parse(passing.body) as Record<string, unknown>));
  },
});
export const answer = (wanted: string, status: number, body = "", type = "application/json"): Front => ({
  request: (passing) => {
    if (isAbout(passing, wanted)) Object.assign(passing, { status, body, headers: { "content-type": type } });
  },
});
export const clampQuery = (pattern: RegExp, value: string, wanted?: string): Front => ({
  request: (passing) => {
    if (wanted === undefined || isAbout(passing, wanted)) passing.path = passing.path.replace(pattern, value);
  },
});

/** Responses with this status, to such requests, have another. */
export const swapStatus = (from: number, to: number, wanted?: string): Front => ({
  response: (passing) => {
    if (passing.status === from && (wanted === undefined || isAbout(passing, wanted))) passing.status = to;
  },
});
/** Changes successful responses to such requests. */
export const edit = (wanted: string, change: Partial<Passing>, status = 200): Front => ({
  response: (passing) => {
    if (passing.status === status && isAbout(passing, wanted)) Object.assign(passing, change);
  },
});
/** The good key stands in the place of any other, or of none. */
export const letIn = (
  key: string,
  isMeant: (passing: Passing) => boolean,
  good: IncomingHttpHeaders = { authorization: `Bearer ${key}` },
): Front => ({
  request: (passing) => {
    if (isMeant(passing)) passing.headers = { ...passing.headers, ...good };
  },
});
export const typed = (type: string): Front => ({
  response: (passing) => {
    if (passing.headers["content-type"] !== undefined)
      passing.headers = { ...passing.headers, "content-type": type };
  },
});

export type Item = Readonly<Record<string, unknown>>;

/** Is it meant? Asked of a member's value, which is undefined where there is no such member. */
type IsMeant = (value: unknown) => boolean;

export const is =
  (...values: readonly unknown[]): IsMeant =>
  (value) =>
    values.includes(value);
export const isObject: IsMeant = (value) => typeof value === "object" && value !== null;
export const isAbove =
  (bound: number): IsMeant =>
  (value) =>
    typeof value === "number" && value > bound;
/** Is it a text that is longer than the one length, and not longer than the other? */
export const isLonger =
  (length: number, most = Number.POSITIVE_INFINITY): IsMeant =>
  (value) =>
    typeof value === "string" && value.length > length && value.length <= most;
export const not =
  (isMeant: IsMeant): IsMeant =>
  (value) =>
    !isMeant(value);

/** In one member, the honest server gets another value than the one that was sent, or none if that is undefined. */
export const mend = (
  wanted: string,
  name: string,
  isWrong: IsMeant,
  right: (value: never) => unknown = () => undefined,
): Front =>
  accept(wanted, (body) => (isWrong(body[name]) ? { ...body, [name]: right(body[name] as never) } : body));

/** A request without its body gets a valid one. */
export const mendNone = (wanted: string, make: () => object): Front => ({
  request: (passing) => {
    if (!isAbout(passing, wanted) || passing.body !== "") return;
    passing.headers = { ...passing.headers, "content-type": "application/json" };
    passing.body = JSON.stringify(make());
  },
});

const refusal = (passing: Passing, code: number): void => {
  const body = JSON.stringify({ error: { code, message: "not like this" } });
  Object.assign(passing, { status: code, body, headers: { "content-type": "application/json" } });
};
/** Such requests are refused, or fail. */
export const refuse = (
  wanted: string,
  isMeant: (passing: Passing) => boolean = () => true,
  status = 400,
): Front => ({
  request: (passing) => {
    if (isAbout(passing, wanted) && isMeant(passing)) refusal(passing, status);
  },
});
/** Requests with such a member in their body are refused, or fail. */
export const refuseMember = (wanted: string, name: string, isMeant: IsMeant, status = 400): Front =>
  refuse(
    wanted,
    ({ body }) => body !== "" && isMeant((JSON.parse(body) as Record<string, unknown>)[name]),
    status,
  );

/** Changes the JSON of every response with this status or less. */
export const changeEvery = (change: (json: unknown) => unknown, most = 299): Front => ({
  response: (passing) => {
    if (passing.status <= most && passing.body !== "")
      passing.body = JSON.stringify(change(JSON.parse(passing.body)));
  },
});

/** The same value, with every object in it changed. */
export function inside(value: unknown, change: (members: Item) => object): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(each, change));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, inside(each, change)]);
  return change(Object.fromEntries(members) as Item);
}

/**
 * Shows items as they were once: what a method leaves to be read is made of the item before and after it. Its own response
 * is the honest one.
 */
export function keepInstead(wanted: string, keep: (before: Item, after: Item) => Item): Front {
  const shown = new Map<string, Item>();
  return {
    response: (passing) => {
      const { method, path, status, body } = passing;
      if (status > 299 || body === "") return;
      const after = JSON.parse(body) as Item;
      const before = shown.get(path);
      if (method === "POST") shown.set(`${path}/${after["id"]}`, after);
      if (method === "PUT" || method === "PATCH")
        shown.set(path, isAbout(passing, wanted) ? keep(before ?? after, after) : after);
      if (method === "GET" && before !== undefined) passing.body = JSON.stringify(before);
    },
  };
}

/** What such a request does to its item, it does to every other one of the collection: they change, or are gone. */
export function spread(wanted: string): Front {
  /** By path: what is shown instead of the item; undefined once it is gone. */
  const spoilt = new Map<string, Item | undefined>();
  const known = new Set<string>();
  const parentPathOf = (path: string): string => path.replace(/\/\d+$/, "");
  return {
    response: (passing) => {
      const { method, path, status, body } = passing;
      if (method === "GET" && spoilt.has(path)) {
        const item = spoilt.get(path);
        if (item === undefined) refusal(passing, 404);
        else passing.body = JSON.stringify({ ...item, id: (JSON.parse(body) as Item)["id"] });
      }
      if (status > 299) return;
      const after = body === "" ? undefined : (JSON.parse(body) as Item);
      const own = method === "POST" ? `${path}/${after?.["id"]}` : path;
      if (isAbout(passing, wanted))
        for (const other of known)
          if (other !== own && parentPathOf(other) === parentPathOf(own))
            spoilt.set(other, method === "PUT" || method === "PATCH" ? after : undefined);
      if (method === "POST") known.add(own);
    },
  };
}

/** Members that only the server writes are taken from the client. Paths with an id of the client's lead to its item. */
export function takeOver(wanted: string, ...names: readonly string[]): Front {
  const sent = new WeakMap<Passing, Item>();
  const real = new Map<string, string>();
  return {
    request: (passing) => {
      passing.path = passing.path.replaceAll(/\d+/g, (id) => real.get(id) ?? id);
      if (isAbout(passing, wanted) && passing.body !== "")
        sent.set(passing, JSON.parse(passing.body) as Item);
    },
    response: (passing) => {
      const members = Object.entries(sent.get(passing) ?? {}).filter(([name]) => names.includes(name));
      if (passing.status > 299 || members.length === 0) return;
      const item = JSON.parse(passing.body) as Item;
      const taken: Item = { ...item, ...Object.fromEntries(members) };
      real.set(`${taken["id"]}`, `${item["id"]}`);
      passing.body = JSON.stringify(taken);
    },
  };
}

/** What was created is found only after so many ms. */
export function visibleAfter(duration: number): Front {
  const created = new Map<string, number>();
  return {
    request: (passing) => {
      const { method, path } = passing;
      if (method === "GET" && clock.now() - (created.get(path) ?? 0) < duration) refusal(passing, 404);
    },
    response: ({ method, path, status, body }) => {
      if (method === "POST" && status === 201)
        created.set(`${path}/${(JSON.parse(body) as Item)["id"]}`, clock.now());
    },
  };
}

/** What is deleted is shown for ever, with a mark. */
export function softlyDeleted(mark: object): Front {
  const shown = new Map<string, Item>();
  const deleted = new Set<string>();
  return {
    response: (passing) => {
      const { method, path, status, body } = passing;
      if (method === "DELETE" && status === 204) deleted.add(path);
      if (method !== "GET") return;
      if (status === 200) shown.set(path, JSON.parse(body) as Item);
      const before = shown.get(path);
      if (deleted.has(path) && before !== undefined)
        Object.assign(passing, { status: 200, body: JSON.stringify({ ...before, ...mark }) });
    },
  };
}

/** Every n-th request has to be sent again. */
export function limited(every: number, wait: string): Front {
  let count = 0;
  return {
    request: (passing) => {
      count += 1;
      if (count % every !== 0) return;
      refusal(passing, 429);
      passing.headers = { ...passing.headers, "retry-after": wait };
    },
  };
}

/** Several changes at once, for what is done everywhere. */
export const all = (...fronts: readonly Front[]): Front => ({
  request: async (passing) => {
    for (const { request } of fronts) await request?.(passing);
  },
  response: async (passing) => {
    for (const { response } of fronts) await response?.(passing);
  },
});
