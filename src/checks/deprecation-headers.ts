/** One value of a `Deprecation` or `Sunset` header, as it was read. */
export type HeaderDate =
  | { readonly status: "well-formed"; readonly date: Date }
  | { readonly status: "malformed"; readonly date: Date | undefined };

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads a `Sunset` header: an HTTP date. Source: RFC 8594, section 3; RFC 9110, section 5.6.7. */
export function readSunset(value: string): HeaderDate {
  const time = parseWithYear(value);
  if (Number.isNaN(time)) return { status: "malformed", date: undefined };
  return { status: httpDate.test(value.trim()) ? "well-formed" : "malformed", date: new Date(time) };
}

/** Reads a `Deprecation` header: a structured-field date such as `@1688169599`. Source: RFC 9745, section 2. */
export function readDeprecation(value: string): HeaderDate {
  const seconds = /^@(-?\d{1,12})\s*(?:;.*)?$/.exec(value.trim())?.[1];
  if (seconds !== undefined) return { status: "well-formed", date: new Date(Number(seconds) * 1000) };
  const time = parseWithYear(value);
  return { status: "malformed", date: Number.isNaN(time) ? undefined : new Date(time) };
}

/** `Date.parse` takes almost any number for a date; without a year in it, it is none. */
function parseWithYear(value: string): number {
  return /\d{4}/.test(value) ? Date.parse(value.trim()) : Number.NaN;
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
