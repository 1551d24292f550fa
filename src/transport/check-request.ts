import type { Method } from "../description/index.js";
import { type Case, isFraming } from "../generate/index.js";

/** Header lines that a case may bring. */
const known = ["content-type", "accept", "transfer-encoding", "x-forwarded-for"];

/**
 * Refuses what no check makes: a case may come from a report, and a report from anyone. Whatever goes out with the key
 * goes to the target, below its base address, and asks or adds.
 * @throws Error for the first thing that is wrong
 */
export function checkRequest(
  { method, path, headers, body }: Case,
  { methods, headers: own }: { readonly methods: readonly Method[]; readonly headers: readonly string[] },
): void {
  const refuse = (what: string): never => {
    throw new Error(`not sent, since no check makes such a request: ${what}`);
  };
  if (!methods.includes(method)) refuse("another method");
  if (method === "GET" && body !== undefined) refuse("a GET with a body");
  if (!/^\/[\x21-\x7e]*$/.test(path)) refuse("a path that is none");
  const [pathname = ""] = path.split(/[?#]/);
  const isRelative = pathname.split(/[/\\]|%2f|%5c/i).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (isRelative) refuse("a path that leads elsewhere");
  if (headers.some(([name]) => ![...known, ...own].includes(name.toLowerCase()))) refuse("other headers");
  if (headers.some(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))) refuse("a header that is none");
  if (headers.some(([name, value]) => isFraming(name) && value !== "chunked"))
    refuse("another transfer coding");
}
