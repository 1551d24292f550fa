import type { Deprecation } from "../description/index.js";
import { headerValues } from "../transport/index.js";
import { dayOnEarth, linkTargets, readDeprecation, readSunset } from "./deprecation-headers.js";
import type { Place } from "./finding.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import type { Objection, ResponseCheck } from "./response-check.js";
import { observe, type RunState } from "./state.js";

/** What responses say of the deprecation of their operations. */
export const deprecationChecks: readonly ResponseCheck[] = [
  {
    id: "deprecation/consistent",
    title: "deprecation headers say what the description says",
    judge: (parsed, state) => {
      if (parsed.accepted === undefined) return "not applicable";
      const deprecation = deprecationOf(parsed, state);
      if (deprecation === undefined) return announcedWrongly(parsed, state);
      return [
        ...wrongSunset(parsed, deprecation),
        ...notDeprecated(parsed, state),
        ...wrongSuccessor(parsed, deprecation, state),
      ];
    },
  },
  {
    id: "deprecation/announced",
    title: "the deprecated operation sends a well-formed Deprecation header (RFC 9745)",
    judge: (parsed, state) => {
      if (!isServedAndDeprecated(parsed, state)) return "not applicable";
      const values = headerValues(parsed.response, "deprecation");
      if (values.length > 0 && values.every((value) => readDeprecation(value).status === "well-formed"))
        return [];
      return [missing("Deprecation", "@<seconds since 1970>", values)];
    },
  },
  {
    id: "deprecation/sunset",
    title: "the deprecated operation sends a well-formed Sunset header (RFC 8594)",
    judge: (parsed, state) => {
      if (!isServedAndDeprecated(parsed, state)) return "not applicable";
      const values = headerValues(parsed.response, "sunset");
      if (values.length > 0 && values.every((value) => readSunset(value).status === "well-formed")) return [];
      return [missing("Sunset", "<HTTP date>", values)];
    },
  },
  {
    id: "deprecation/moment",
    title: "which moment of the day the removal is announced for",
    judge: (parsed, state) => {
      if (!isServedAndDeprecated(parsed, state)) return "not applicable";
      const [sunset] = headerValues(parsed.response, "sunset");
      const date = sunset === undefined ? undefined : readSunset(sunset).date;
      observe(state, "deprecation/moment", date === undefined ? "not announced" : date.toISOString());
      return [];
    },
  },
];

function deprecationOf({ exchange }: ParsedExchange, { contract }: RunState): Deprecation | undefined {
  return contract.operations.get(exchange.case.operation)?.deprecation;
}

function isServedAndDeprecated(parsed: ParsedExchange, state: RunState): boolean {
  const isServed = parsed.accepted !== undefined && parsed.response.status < 400;
  return isServed && deprecationOf(parsed, state) !== undefined;
}

const header = (name: string): Place => ({ in: "header", name });

function missing(name: string, form: string, values: readonly string[]): Objection {
  return {
    expected: `${name}: ${form}`,
    actual: values.length === 0 ? "no such header" : `${name}: ${values.join(", ")}`,
    at: header(name.toLowerCase()),
  };
}

function wrongSunset({ response }: ParsedExchange, { removalDate }: Deprecation): readonly Objection[] {
  if (removalDate === undefined) return [];
  const day = dayOnEarth(removalDate);
  return headerValues(response, "sunset").flatMap((value) => {
    const { date } = readSunset(value);
    if (date === undefined || (date >= day.first && date <= day.last)) return [];
    const expected = `a moment that is ${removalDate} somewhere on Earth`;
    return [{ problem: "another removal date", expected, actual: `Sunset: ${value}`, at: header("sunset") }];
  });
}

/** The description says that the operation is deprecated already; a date in the past says so, too. */
function notDeprecated({ response }: ParsedExchange, { now }: RunState): readonly Objection[] {
  const tomorrow = now.getTime() + 86_400_000;
  return headerValues(response, "deprecation").flatMap((value) => {
    const { date } = readDeprecation(value);
    if (!isNo(value) && (date === undefined || date.getTime() <= tomorrow)) return [];
    const expected = "a date in the past: the operation is deprecated already";
    return [
      { problem: "not yet deprecated", expected, actual: `Deprecation: ${value}`, at: header("deprecation") },
    ];
  });
}

function wrongSuccessor(
  { response }: ParsedExchange,
  { replacement = "" }: Deprecation,
  { contract, baseUrl }: RunState,
): readonly Objection[] {
  const end = contract.operations.get(replacement)?.path;
  if (end === undefined) return [];
  return linkTargets(headerValues(response, "link"), "successor-version").flatMap((target) => {
    const path = URL.canParse(target, baseUrl) ? new URL(target, baseUrl).pathname : "";
    if (path.endsWith(end)) return [];
    const actual = `Link: <${target}>; rel="successor-version"`;
    const expected = `a successor that ends in ${end}`;
    return [{ problem: "another successor", expected, actual, at: header("link") }];
  });
}

/** An operation that is not deprecated says nothing else, and the replacement of the deprecated one stays. */
function announcedWrongly(
  { response, exchange }: ParsedExchange,
  { contract }: RunState,
): readonly Objection[] {
  const name = exchange.case.operation;
  const announced = headerValues(response, "deprecation").filter((value) => !isNo(value));
  const replacing = [...contract.operations.values()].map(({ deprecation }) => deprecation?.replacement);
  const ending = replacing.includes(name) ? headerValues(response, "sunset") : [];
  return [
    ...announced.slice(0, 1).map((value) => ({
      problem: `${name} deprecated`,
      expected: `no Deprecation header, since ${name} is not deprecated`,
      actual: `Deprecation: ${value}`,
      at: header("deprecation"),
    })),
    ...ending.slice(0, 1).map((value) => ({
      problem: `${name} to be removed`,
      expected: `no Sunset header, since ${name} replaces the operation that is removed`,
      actual: `Sunset: ${value}`,
      at: header("sunset"),
    })),
  ];
}

/** Does the header say in words that nothing is deprecated? */
function isNo(value: string): boolean {
  return ["false", "?0", "no", "0"].includes(value.trim().toLowerCase());
}
