import { type Contract, noKnowledge, type Operation } from "../../description/index.js";
import { collectionOf, endsInParameter, plainPath } from "./paths.js";

/** Words for what is not done to try a server: it costs money, tells people, or cannot be taken back. */
const costly =
  /^(pay|payments?|payouts?|charges?|refunds?|checkouts?|transfers?|withdraw(al)?s?|purchases?|send|sendmail|mails?|emails?|sms|messages?|broadcasts?|campaigns?|webhooks?|invite|invitations?|notify|notifications?|deploy|deployments?|publish|run|execute|trigger|reset|purge|drop|delete|cancel|close|login|logout|sign|signin|signout|signup|register|subscribe|subscriptions?|unsubscribe|tokens?)$/;
/** Of these, what a request that only reads may do all the same. */
const ending =
  /^(logout|signout|reset|purge|drop|delete|deleteall|remove|removeall|destroy|cancel|unsubscribe|shutdown|stop|restart|reboot|kill|clear|flush|wipe|revoke|disable|drain|send|sendmail|trigger)$/;

/** Of a parameter: what a request that only reads would do besides, or have somebody else do. */
const besides =
  /^(mark|ack|acknowledge|consume|force|apply|confirm|commit|refresh|rebuild|sync|url|uri|href|hook|callback|redirect|jsonp)$/;
/** What says who is asking. */
const secret =
  /^(key|apikey|token|auth|authorization|secret|session|sid|password|signature|nonce|csrf|xsrf)$/;

/** May a parameter of this name make a read do more than read, or say who is asking? Then it stays as it is. */
export function soundsHarmful(name: string): boolean {
  return wordsIn(name).some((word) => [costly, ending, besides, secret].some((each) => each.test(word)));
}

/** The words of an operation's id and path, in small letters: `deleteAllUsers2` has four. */
function wordsOf({ id, path }: Operation): readonly string[] {
  return wordsIn(`${id} ${path}`);
}

function wordsIn(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

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
  return operations.filter((operation) => {
    const { id, method, path } = operation;
    const words = wordsOf(operation);
    const isCostly = words.some((word) => costly.test(word));
    if (known.allow.includes(id)) return true;
    if (method === "GET")
      return !words.some((word) => ending.test(word)) && !/sign out|log out/.test(words.join(" "));
    if (method === "DELETE") return endsInParameter(path);
    if (method === "PUT" || method === "PATCH") return endsInParameter(path) && !isCostly;
    return method === "POST" && !endsInParameter(path) && !isCostly && collections.has(plainPath(path));
  });
}
