/** Names by which a list is shown in another way, rather than another part of it; and those of a scale, on which more is meant. */
const otherwise =
  /^(page|size|limit|offset|skip|cursor|sort|order|q|query|search|fields?|expand|embed|include|exclude|with|view|mode|format|lang|language|locale|currency|units?|version|level|severity|scope|visibility|access|depth|market|channel|storefront|audience)([_-]?(by|size|no|number|index))?$/i;

/** Of texts and numbers: names of a search, of a place near which items are, of a time, and of how much is shown and how. */
const vague =
  /^(id|ids|text|content|body|description|summary|keywords?|term|terms|match|filter|name_?contains|prefix|suffix|delimiter|marker|after|before|since|until|from|to|start|end|at|as_?of|date|day|days|hours?|month|months|weeks?|time|timezone|time_?zone|tz|location|place|address|near|nearby|lat|latitude|lng|lon|longitude|radius|distance|count|total|max|min|top|first|last|number|width|height|length|quality|scale|zoom|dpi|resolution|seed|timeout|delay|wait|ttl|age|weight|template|theme|host|env|environment|namespace|workspace)$/i;

/** Names of ids that stand for a whole tree of items, or for all that one person sees. */
const wideIds =
  /^(parent|root|ancestor|category|folder|group|org|organi[sz]ation|tenant|team|location|region|user|owner|member|account|viewer|person)/i;

/** Names of an address, which is compared as a text. */
const mailNames = /^e[_-]?mail(_?address)?$/i;

/** Amounts of money may be asked for in another unit than they are shown in. */
const ofMoney = /price|amount|cost|total|fee|balance|salary|budget/i;

/** So may what is measured, and more is known of none of these. */
const ofMeasures =
  /^(duration|interval|period|time\w*|size|width|height|length|depth|distance|radius|weight|mass|volume|area|speed|temperature|age|score|count|results?|items|number|version|id|wait)$/i;

/** Does a parameter of this name say how a list is shown, rather than which part of it? */
export function isOfView(name: string): boolean {
  return otherwise.test(name);
}

/** Does a parameter of this name say which page of a list is shown, or in which order? */
export function isOfPages(name: string): boolean {
  return /page|limit|offset|skip|cursor|token|marker|bookmark|sort|order|dir|after|before|take|top|count|size/i.test(
    name,
  );
}

/** May a text or a number under this name be something else than what an item has to have? */
export function isVague(name: string): boolean {
  return vague.test(name);
}

/** Does an id of this name stand for more than one item? */
export function isWideId(name: string): boolean {
  return wideIds.test(name);
}

/** Is it the name of an address? */
export function isMailName(name: string): boolean {
  return mailNames.test(name);
}

/** May a number of this name be in one of several units? */
export function unitsOf(name: string): "one" | "money" | "any" {
  if (ofMoney.test(name)) return "money";
  return ofMeasures.test(name) ? "any" : "one";
}

/** A bound that a parameter states, and the name of what it is a bound of. */
export interface Bound {
  readonly kind: "least" | "most";
  readonly of: string;
}

const ahead = /^(min|max|minimum|maximum)(?:_|-)?([A-Za-z]\w*)$/;
const behind =
  /^([A-Za-z]\w*?)(?:__?|-|\.|\[)?(min|max|from|to|gte?|lte?|after|before|Min|Max|From|To|Gte?|Lte?|After|Before)\]?$/;

/** Reads the bound in a name: `minPages`, `pages_max`, `pages[gte]` and their kin. */
export function boundIn(name: string): Bound | undefined {
  const [, before, rest = ""] = ahead.exec(name) ?? [];
  if (before !== undefined)
    return {
      kind: before.startsWith("min") ? "least" : "most",
      of: rest.replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
    };
  const [whole, of = "", after = ""] = behind.exec(name) ?? [];
  if (whole === undefined) return undefined;
  // In small letters, a sign has to stand before it: `goto` is no bound.
  if (/^[a-z]/.test(whole.slice(of.length))) return undefined;
  return { kind: /^(min|from|gt|gte|after)$/i.test(after) ? "least" : "most", of };
}

/** By these names, true often adds items to a list, and false leaves them out. */
const adding =
  /(archived|deleted|removed|trashed|hidden|inactive|disabled|drafts?|expired|closed|complete|completed|done|finished|private|internal|cancell?ed|deprecated|obsolete|old|all)$/i;

/** Does a boolean of this name add items to a list, as often as not? */
export function addsItems(name: string): boolean {
  return adding.test(name);
}

/** Names of times without which an item has begun long ago, or goes on. */
const ofBounds = /start|begin|from|since|open|end|until|expir|to$|due|clos|finish|complet/i;

/** Does an item without a time of this name have no beginning, or no end? */
export function isOfBounds(name: string): boolean {
  return ofBounds.test(name);
}
