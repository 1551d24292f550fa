import type { Learnt } from "../engine/index.js";

/** The rules that no keyword of JSON Schema states, in words. */
const inWords: Readonly<Record<string, string>> = {
  required: "is sent",
  leftOut: "is left out",
  future: "is in the future",
  past: "is in the past",
  later: "is the later one",
  unique: "differs in each request",
  prefix: "begins with",
  suffix: "ends with",
  shown: "is one that another operation shows",
  offset: "has an offset in place of Z",
};

/** Describes how a member is made from what was learnt of it: `maxLength 10`, `ends with "."`. */
export function describeRule({ rule, value }: Pick<Learnt, "rule" | "value">): string {
  const words = Object.hasOwn(inWords, rule) ? inWords[rule] : rule;
  return value === undefined ? `${words}` : `${words} ${JSON.stringify(value)}`;
}
