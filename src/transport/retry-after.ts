/**
 * How long a `Retry-After` header asks to wait, in ms; undefined if it is absent or says nothing usable.
 * Source: RFC 9110, section 10.2.3 (seconds, or an HTTP date).
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse would take "-5" for a year.
  const date = /^[A-Za-z]{3,9},? .*\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
