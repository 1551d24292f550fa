import { type Contract, noKnowledge, type Operation } from "../../description/index.js";
import { collectionOf, endsInParameter, plainPath } from "./paths.js";

/** Words for what is not done to try a server: it costs money, tells people, or cannot be taken back. */
const costly =
  /\b(pay|payment|charge|refund|checkout|transfer|send|mail|email|sms|message|invite|invitation|notify|notification|deploy|deployment|publish|run|reset|purge|drop|delete|cancel|close|login|logout|sign|signin|signout|signup|register|subscribe|unsubscribe|token)s?\b/i;
/** Of these, what a request that only reads may do all the same. */
const ending = /\b(logout|signout|sign out|log out|reset|purge|drop|delete|cancel|unsubscribe)\b/i;

/** What decides which operations are called. */
type Described = Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>;

/**
 * The operations that the suite may call at all, on a server that may be written to. What creates an item is posted to a
 * collection, which is read as a list or item by item; anything else that is posted does something.
 */
export function harmlessOperations({
  operations: all,
  known = noKnowledge,
}: Described): readonly Operation[] {
  const operations = [...all.values()].filter(({ id }) => !known.leaveOut.includes(id));
  const read = operations.filter(({ method }) => method === "GET").map(({ path }) => path);
  const collections = new Set(read.flatMap((path) => [plainPath(path), collectionOf(path) ?? ""]));
  return operations.filter(({ id, method, path }) => {
    const words = `${id} ${path}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_/{}-]/g, " ");
    if (method === "GET") return !ending.test(words);
    if (known.allow.includes(id)) return true;
    if (method === "DELETE") return endsInParameter(path);
    if (method === "PUT" || method === "PATCH") return endsInParameter(path) && !costly.test(words);
    return (
      method === "POST" && !endsInParameter(path) && !costly.test(words) && collections.has(plainPath(path))
    );
  });
}
