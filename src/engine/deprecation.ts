import type { Deprecation } from "../description/index.js";
import { headerValues } from "../transport/index.js";
import type { Failure, FindingPlace } from "./finding.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import { observe, type RunState } from "./run-state.js";
import type { ResponseCheck } from "./scenario.js";

/** One value of a `Deprecation` or `Sunset` header, as it was read. A well-formed one has a date. */
interface HeaderDate {
  readonly status: "well-formed" | "malformed";
  readonly date: Date | undefined;
}

/** The checks of what responses say of the deprecation of their operations. */
export const deprecationChecks: readonly ResponseCheck[] = [
  {
    id: "deprecation/consistent",
    title: "deprecation headers say what the description says",
    judge: (parsed, state) =>
      parsed.accepted === undefined ? "not applicable" : deprecationContradictions(parsed, state),
  },
  {
    id: "deprecation/announced",
    title: "the deprecated operation sends a well-formed Deprecation header (RFC 9745)",
    judge: expectDate("Deprecation", "@<seconds since 1970>", readDeprecation),
  },
  {
    id: "deprecation/sunset",
    title: "the deprecated operation sends a well-formed Sunset header (RFC 8594)",
    judge: expectDate("Sunset", "<HTTP date>", readSunset),
  },
  {
    id: "deprecation/moment",
    title: "which moment of the day the removal is announced for",
    judge: (parsed, state) => {
      if (!isServedAndDeprecated(parsed, state)) return "not applicable";
      const [sunset = ""] = headerValues(parsed.response, "sunset");
      observe(state, "deprecation/moment", readSunset(sunset).date?.toISOString() ?? "not announced");
      return [];
    },
  },
];

/** Headers of a response that say something else of its operation than the description does. */
export function deprecationContradictions(parsed: ParsedExchange, state: RunState): readonly Failure[] {
  const deprecation = deprecationOf(parsed, state);
  if (deprecation === undefined) return announcedWrongly(parsed, state);
  return [
    ...wrongSunset(parsed, deprecation),
    ...notDeprecated(parsed, state),
    ...wrongSuccessor(parsed, deprecation, state),
  ];
}

/**
 * Values of the two headers that are no dates of the form which their standards state; `true` is that of an older draft.
 * Sources: RFC 9745, section 2.1; RFC 8594, section 3.
 */
export function malformedDeprecation({ response }: ParsedExchange): readonly Failure[] {
  const wrong = (name: string, form: string, isRight: (value: string) => boolean): readonly Failure[] =>
    headerValues(response, name.toLowerCase())
      .filter((value) => !isRight(value))
      .map((value) => saysOtherwise(name, value, "no date of its standard", `${name}: ${form}`));
  const isRead = ({ status }: HeaderDate): boolean => status === "well-formed";
  return [
    ...wrong(
      "Deprecation",
      "@<seconds since 1970>",
      (value) => isYesOrNo(value) || isRead(readDeprecation(value)),
    ),
    ...wrong("Sunset", "<HTTP date>", (value) => isRead(readSunset(value))),
  ];
}

function deprecationOf({ exchange }: ParsedExchange, { contract }: RunState): Deprecation | undefined {
  return contract.operations.get(exchange.case.operation)?.deprecation;
}

function isServedAndDeprecated(parsed: ParsedExchange, state: RunState): boolean {
  const isServed = parsed.accepted !== undefined && parsed.response.status < 400;
  return isServed && deprecationOf(parsed, state) !== undefined;
}

const header = (name: string): FindingPlace => ({ in: "header", name: name.toLowerCase() });

/** The judgement that a deprecated operation sends a header, and each of its values is well-formed. */
function expectDate(name: string, form: string, read: (value: string) => HeaderDate): ResponseCheck["judge"] {
  return (parsed, state) => {
    if (!isServedAndDeprecated(parsed, state)) return "not applicable";
    const values = headerValues(parsed.response, name.toLowerCase());
    if (values.length > 0 && values.every((value) => read(value).status === "well-formed")) return [];
    const actual = values.length === 0 ? "no such header" : `${name}: ${values.join(", ")}`;
    return [{ expected: `${name}: ${form}`, actual, at: header(name) }];
  };
}

/** A header that says something else than the description. */
function saysOtherwise(name: string, value: string, problem: string, expected: string): Failure {
  return { problem, expected, actual: `${name}: ${value}`, at: header(name) };
}

function wrongSunset({ response }: ParsedExchange, { removalDate }: Deprecation): readonly Failure[] {
  if (removalDate === undefined) return [];
  const day = dayOnEarth(removalDate);
  const expected = `a moment that is ${removalDate} somewhere on Earth`;
  const isOther = ({ date }: HeaderDate): boolean =>
    date !== undefined && (date < day.first || date > day.last);
  return headerValues(response, "sunset")
    .filter((value) => isOther(readSunset(value)))
    .map((value) => saysOtherwise("Sunset", value, "another removal date", expected));
}

/** The description says that the operation is deprecated already; a date in the past says so, too. */
function notDeprecated({ response }: ParsedExchange, { clock: { now } }: RunState): readonly Failure[] {
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const expected = "a date in the past: the operation is deprecated already";
  const isLater = ({ date }: HeaderDate): boolean => date !== undefined && date > tomorrow;
  return headerValues(response, "deprecation")
    .filter((value) => isNo(value) || isLater(readDeprecation(value)))
    .map((value) => saysOtherwise("Deprecation", value, "not yet deprecated", expected));
}

function wrongSuccessor(
  { response }: ParsedExchange,
  { replacement = "" }: Deprecation,
  { contract, target: { baseUrl } }: RunState,
): readonly Failure[] {
  const end = contract.operations.get(replacement)?.path;
  if (end === undefined) return [];
  const pathOf = (target: string): string =>
    URL.canParse(target, baseUrl) ? new URL(target, baseUrl).pathname : "";
  return linkTargets(headerValues(response, "link"), "successor-version")
    .filter((target) => !pathOf(target).endsWith(end))
    .map((target) => `<${target}>; rel="successor-version"`)
    .map((link) => saysOtherwise("Link", link, "another successor", `a successor that ends in ${end}`));
}

/** An operation that is not deprecated says nothing else, and the replacement of the deprecated one stays. */
function announcedWrongly(
  { response, exchange }: ParsedExchange,
  { contract }: RunState,
): readonly Failure[] {
  const name = exchange.case.operation;
  const announced = headerValues(response, "deprecation").filter((value) => !isNo(value));
  const replacing = [...contract.operations.values()].map(({ deprecation }) => deprecation?.replacement);
  const ending = replacing.includes(name) ? headerValues(response, "sunset") : [];
  const noDeprecation = `no Deprecation header, since ${name} is not deprecated`;
  const noSunset = `no Sunset header, since ${name} replaces the operation that is removed`;
  return [
    ...announced
      .slice(0, 1)
      .map((value) => saysOtherwise("Deprecation", value, `${name} deprecated`, noDeprecation)),
    ...ending.slice(0, 1).map((value) => saysOtherwise("Sunset", value, `${name} to be removed`, noSunset)),
  ];
}

/** Does the header say in words whether something is deprecated? */
function isYesOrNo(value: string): boolean {
  return isNo(value) || ["true", "?1", "yes", "1"].includes(value.trim().toLowerCase());
}

/** Does the header say in words that nothing is deprecated? */
function isNo(value: string): boolean {
  return ["false", "?0", "no", "0"].includes(value.trim().toLowerCase());
}

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads a `Sunset` header: an HTTP date. Source: RFC 8594, section 3; RFC 9110, section 5.6.7. */
export function readSunset(value: string): HeaderDate {
  const date = parseWithYear(value);
  return { status: date !== undefined && httpDate.test(value.trim()) ? "well-formed" : "malformed", date };
}

/** Reads a `Deprecation` header: a structured-field date such as `@1688169599`. Source: RFC 9745, section 2. */
export function readDeprecation(value: string): HeaderDate {
  const seconds = /^@(-?\d{1,12})\s*(?:;.*)?$/.exec(value.trim())?.[1];
  if (seconds === undefined) return { status: "malformed", date: parseWithYear(value) };
  return { status: "well-formed", date: new Date(Number(seconds) * 1000) };
}

/** `Date.parse` takes almost any number for a date; without a year in it, it is none. */
function parseWithYear(value: string): Date | undefined {
  const time = /\d{4}/.test(value) ? Date.parse(value.trim()) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** Every instant that is this day somewhere on Earth: UTC+14 to UTC-12, the end of the day included. */
export function dayOnEarth(date: string): { readonly first: Date; readonly last: Date } {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const hour = 3_600_000;
  return { first: new Date(midnight - 14 * hour), last: new Date(midnight + 36 * hour) };
}

/** The targets of a `Link` header's links of one relation. Source: RFC 8288, section 3. */
export function linkTargets(values: readonly string[], relation: string): readonly string[] {
  return values
    .flatMap((value) => [...value.matchAll(/<([^<>]*)>((?:"(?:[^"\\]|\\.)*"|[^<"])*)/g)])
    .filter(([, , parameters = ""]) => {
      const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
      return (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/).includes(relation);
    })
    .map(([, target = ""]) => target);
}
