import type { Report } from "../../src/run/index.js";
import type { Front, Passing } from "./front.js";

export const failedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);

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
export const clampQuery = (pattern: RegExp, value: string): Front => ({
  request: (passing) => {
    passing.path = passing.path.replace(pattern, value);
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
export const letIn = (key: string, isMeant: (passing: Passing) => boolean): Front => ({
  request: (passing) => {
    if (isMeant(passing)) passing.headers = { ...passing.headers, authorization: `Bearer ${key}` };
  },
});
export const typed = (type: string): Front => ({
  response: (passing) => {
    if (passing.headers["content-type"] !== undefined)
      passing.headers = { ...passing.headers, "content-type": type };
  },
});
