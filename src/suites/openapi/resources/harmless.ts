import { type Contract, noKnowledge, type Operation } from "../../../description/index.js";
import { wordsIn } from "../../../generate/index.js";
import { deriveSingletons, type Singleton } from "../../../model/index.js";
import { bodyPlaces } from "./draft.js";
import { itemLinkOf } from "./item-links.js";
import { isOwnPart, updatesItem } from "./own-parts.js";
import { collectionPathOf, endsInParameter, parentPathOf, plainPath } from "./paths.js";

/** Words for what is not done to try a server: it costs money, tells people, or cannot be taken back. */
const costly =
  /^(pay|payments?|payouts?|charges?|refunds?|checkouts?|transfers?|withdraw(al)?s?|purchases?|send|sendmail|mails?|emails?|sms|broadcasts?|campaigns?|webhooks?|invite|invitations?|notify|notifications?|deploy|deployments?|publish|run|execute|trigger|reset|purge|drop|delete|cancel|close|login|logout|sign|signin|signout|signup|subscribe|subscriptions?|unsubscribe|tokens?)$/;
/** Of a creation: what tells people, unless it is only what a creation is called, which a deletion takes back. */
const lasting = /^register$/;
/** Of a creation: what may reach people, unless it is below an item of the run, and a deletion takes it back. */
const telling = /^messages?$/;
/** A member that leads to others. */
const ofOthers =
  /(_ids?|[a-z]I[dD]s?)$|user|member|participant|recipient|assignee|owner|contact|mail|phone|invite/i;
/** Verbs of these: a sentence may name a mail or a payment without making one. */
const costlyVerb =
  /^(pays?|charges?|refunds?|transfers?|sends?|mails|emails|invites?|notify|notifies|deploys?|publishes|run|executes?|triggers?|resets?|purges?|login|logout)$/;
/** Of these, what a request that only reads may do all the same. */
const ending =
  /^(logout|signout|reset|purge|drop|delete|deleteall|remove|removeall|destroy|cancel|unsubscribe|shutdown|stop|restart|reboot|kill|clear|flush|wipe|revoke|disable|drain|send|sendmail|trigger)$/;

/** Verbs with which the name of an operation begins that changes something, also where it is a GET. */
const changing =
  /^(create|add|insert|update|save|clone|duplicate|rename|restore|append|assign|unassign|write|replace|modify|grant|activate|deactivate|enable|approve|reject|accept|confirm|merge|rotate|regenerate|increment|decrement|migrate|register|unpublish|unban|unblock|unlock|setup)$/;
/** The same, but for names that end as those of reads do: `move_list` is one of moves. */
const alsoNouns =
  /^(set|move|copy|post|put|start|import|change|vote|ban|archive|block|lock|mute|mark|join|leave)$/;
const reading = /^(list|read|retrieve|details?|index|search|count)$/;

/** Of a parameter: what a request that only reads would do besides, or have somebody else do. */
const besides =
  /^(mark|ack|acknowledge|consume|force|apply|confirm|commit|refresh|rebuild|sync|url|uri|href|hook|callback|redirect|jsonp)$/;
/** Of a part of an item: what may take away the right to delete it, start or stop something, or tell somebody. */
const binding =
  /^(acls?|policy|policies|permissions?|access|owners?|ownership|roles?|members?|collaborators?|locks?|locked|protection|retention|holds?|archive|archived|visibility|stat(e|us)|phase|power|encryption|lifecycle|replication|billing|plan|credentials?|passwords?|keys?|secrets?|schedule|alarms?|emails?|parent)$/;
/** What says who is asking. */
const secret =
  /^(key|apikey|token|auth|authorization|secret|session|sid|password|signature|nonce|csrf|xsrf)$/;

/** May a parameter of this name make a read do more than read, or say who is asking? Then it stays as it is. */
export function soundsHarmful(name: string): boolean {
  return wordsIn(name).some((word) =>
    [costly, lasting, telling, ending, besides, secret].some((each) => each.test(word)),
  );
}

/** What decides which operations are called. */
type Described = Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>;

/**
 * Why an operation is not called. `word`: its name or summary has a word for what costs something or cannot be taken back.
 * `no collection`: it is posted to no collection that is read as a list or item by item, and links to no item. `no item`: it
 * changes or deletes what is no single item. `singleton`: it changes what is there once, as settings are. `method`: no request of the suite has its method. `stream`: its response
 * does not end.
 */
export type Caution =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "singleton"; readonly singleton: Singleton; readonly exclusion?: string }
  | { readonly kind: "left out" | "no collection" | "no item" | "method" | "stream" };

/**
 * The operations, each with the reason why it is not called; none for those that the suite may call, on a server that may
 * be written to. What creates an item is posted to a collection, which is read as a list or item by item, or links to the
 * item; anything else that is posted does something.
 */
export function findCautions({
  operations: all,
  known = noKnowledge,
}: Described): ReadonlyMap<Operation, Caution | undefined> {
  const operations = [...all.values()];
  const described = { operations: all, known };
  const read = operations.filter(({ id, method }) => method === "GET" && !known.leaveOut.includes(id));
  const singletons = new Map(
    deriveSingletons(all)
      .filter(({ isBelowItem }) => !isBelowItem)
      .flatMap((each) => each.changes.map((change) => [change, each] as const)),
  );
  const collections = new Set(
    read.flatMap((each) => [collectionPathOf(each), parentPathOf(each.path) ?? ""]),
  );
  return new Map(
    operations.map((operation) => {
      const { id } = operation;
      if (known.leaveOut.includes(id)) return [operation, { kind: "left out" }];
      const createsItems =
        collections.has(collectionPathOf(operation)) || itemLinkOf(operation, all) !== undefined;
      const isAllowed = known.allow.includes(id);
      const caution = cautionFor(operation, described, createsItems);
      const singleton = itemLinkOf(operation, all) === undefined ? singletons.get(operation) : undefined;
      // Only a store that may be thrown away lets these be changed.
      if (singleton !== undefined) return [operation, cautionForSingleton(singleton, operation)];
      return [operation, isAllowed ? undefined : caution];
    }),
  );
}

/** Is what an operation creates below an item of the run, of which nothing leads to others? */
function isBelowOwn(operation: Operation, { operations, known }: Required<Described>): boolean {
  const parents = operation.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  // What the user names is not the run's.
  const isGiven = parents.some((name) => Object.hasOwn(known.values, name));
  const creations = [...operations.values()].filter(({ method }) => method === "POST");
  const mayReach = creations.some((each) => isAbove(each, operation) && namesOthers(each));
  return parents.length > 0 && !isGiven && !mayReach;
}

/** Does one operation create what the items of another one are below? */
function isAbove(operation: Operation, below: Operation): boolean {
  return plainPath(below.path).startsWith(`${collectionPathOf(operation)}/{`);
}

/** Does a body refer to other items, or to people? */
function namesOthers(operation: Operation): boolean {
  return bodyPlaces(operation).some(({ place }) => place.path.some((name) => ofOthers.test(name)));
}

/** Is every success a stream of events? Source: WHATWG HTML, section 9.2. */
function sendsEvents({ responses }: Operation): boolean {
  const contents = [...responses.values()].flatMap((each) =>
    each.status.startsWith("2") ? each.contents : [],
  );
  return contents.length > 0 && contents.every(({ mediaType }) => /^text\/event-stream\b/i.test(mediaType));
}

/** @param createsItems is it posted to a collection, or does it link to what it creates? */
function cautionFor(
  operation: Operation,
  described: Required<Described>,
  createsItems: boolean,
): Caution | undefined {
  const { operations: all } = described;
  const { id, method, path, summary = "" } = operation;
  if (sendsEvents(operation)) return { kind: "stream" };
  const words = wordsIn(`${id} ${path}`);
  const has = (pattern: RegExp, among = words): Caution | undefined => {
    const word = among.find((each) => pattern.test(each));
    return word === undefined ? undefined : { kind: "word", word };
  };
  const cost = (): Caution | undefined => has(costly) ?? has(costlyVerb, wordsIn(summary));
  const ofPart = (): Caution | undefined => {
    const own = wordsIn(`${id} ${path.split("/").at(-1) ?? ""}`);
    return has(ending, own) ?? has(besides, own) ?? has(secret, own) ?? has(binding, own);
  };
  switch (method) {
    case "GET": {
      const [together] = /sign out|log out/.exec(words.join(" ")) ?? [];
      return (
        has(ending) ??
        (together === undefined ? undefined : { kind: "word", word: together }) ??
        changingVerb(operation)
      );
    }
    case "DELETE":
      return endsInParameter(path) ? undefined : { kind: "no item" };
    case "PUT":
    case "PATCH":
      if (endsInParameter(path)) return cost();
      return isOwnPart(operation, all) ? (cost() ?? ofPart()) : { kind: "no item" };
    case "POST": {
      const isUsual =
        (createsItems && !endsInParameter(path)) ||
        (updatesItem(operation, all) && has(ending) === undefined);
      const isDeletable = [...all.values()].some(
        (each) => each.method === "DELETE" && parentPathOf(each.path) === collectionPathOf(operation),
      );
      const tells = has(telling);
      const isOfOwn = tells !== undefined && isDeletable && isBelowOwn(operation, described);
      const caution = cost() ?? (isDeletable ? undefined : has(lasting)) ?? (isOfOwn ? undefined : tells);
      return caution ?? (isUsual ? undefined : { kind: "no collection" });
    }
    default:
      return { kind: "method" };
  }
}

/** What a name says that it does is never done; a guarded singleton is changed by nothing. */
function cautionForSingleton(singleton: Singleton, { id, path, summary = "" }: Operation): Caution {
  const words = wordsIn(`${id} ${path}`);
  const word =
    words.find((each) => [costly, lasting, telling, ending, besides].some((pattern) => pattern.test(each))) ??
    wordsIn(summary).find((each) => costlyVerb.test(each));
  const reason = word ?? singleton.exclusion;
  return { kind: "singleton", singleton, ...(reason === undefined ? {} : { exclusion: reason }) };
}

/** The verb that says that a GET changes something: of its `operationId`, and where it has none, of the last part of its path. */
function changingVerb({ id, path }: Operation): Caution | undefined {
  const isNamed = !id.includes("/");
  const [last = ""] = /[^/{}]*$/.exec(path) ?? [];
  // Generators write the method at the end.
  const words = wordsIn(isNamed ? id.replace(/_?using_?get(_\d+)?$/i, "") : last);
  const [first = "", second = ""] = words;
  const isNoun = alsoNouns.test(first) && (words.length === 1 || reading.test(words.at(-1) ?? ""));
  // What is added on is a noun.
  const isChange = changing.test(first) ? !/^ons?$/.test(second) : alsoNouns.test(first) && !isNoun;
  return isChange ? { kind: "word", word: first } : undefined;
}

/** The singleton that an operation changes, where a run may, on a store that may be thrown away. */
export function changeableSingleton(caution: Caution | undefined): Singleton | undefined {
  return caution?.kind === "singleton" && caution.exclusion === undefined ? caution.singleton : undefined;
}

/** The operations that the suite may call at all, on a server that may be written to. */
export function harmlessOperations(described: Described): readonly Operation[] {
  return [...findCautions(described)].flatMap(([operation, caution]) =>
    caution === undefined ? [operation] : [],
  );
}
