/** A JSON value as it was written: numbers and strings keep their spelling, and what was cut off is missing. */
export type JsonTree =
  | { readonly kind: "string" | "number" | "word"; readonly raw: string }
  | { readonly kind: "array"; readonly items: readonly JsonTree[]; readonly isWhole: boolean }
  | { readonly kind: "object"; readonly members: readonly JsonMember[]; readonly isWhole: boolean };

/** A member of an object: its name, and how that was written. */
export interface JsonMember {
  readonly name: string;
  readonly raw: string;
  readonly value: JsonTree;
}

const deepest = 60;
const token = /[\s]*(?:([[\]{}:,])|("(?:[^"\\\u0000-\u001f]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

/**
 * Reads JSON that may end early, as the bodies of a report do.
 * @returns undefined where it is no JSON, or too deep to be worth a picture
 */
export function readJsonTree(text: string): JsonTree | undefined {
  let at = 0;
  let hasEnded = false;
  /** Did something stand where it cannot? */
  let isBroken = false;

  const take = (): string | undefined => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return undefined;
    at = token.lastIndex;
    return found[0].trimStart();
  };
  const peek = (): string | undefined => {
    const before = at;
    const next = take();
    at = before;
    return next;
  };

  /** Undefined: nothing more can be read. */
  const value = (depth: number): JsonTree | undefined => {
    const first = depth > deepest ? undefined : take();
    if (first === undefined) return undefined;
    if (first === "[") return array(depth);
    if (first === "{") return object(depth);
    if (first.startsWith('"')) return { kind: "string", raw: first };
    if (/^[-\d]/.test(first)) return { kind: "number", raw: first };
    isBroken ||= !/^[a-z]/.test(first);
    return isBroken ? undefined : { kind: "word", raw: first };
  };

  const array = (depth: number): JsonTree => {
    const items: JsonTree[] = [];
    if (peek() === "]") take();
    else {
      do {
        const item = value(depth + 1);
        if (item === undefined) hasEnded = true;
        else items.push(item);
      } while (!hasEnded && goesOn("]"));
    }
    return { kind: "array", items, isWhole: !hasEnded };
  };

  const object = (depth: number): JsonTree => {
    const members: JsonMember[] = [];
    if (peek() === "}") take();
    else {
      do {
        const raw = take();
        const colon = raw === undefined ? undefined : take();
        isBroken ||= raw?.startsWith('"') === false || (colon !== undefined && colon !== ":");
        const read = isBroken || colon === undefined ? undefined : value(depth + 1);
        if (raw === undefined || read === undefined) hasEnded = true;
        else members.push({ name: nameOf(raw), raw, value: read });
      } while (!hasEnded && goesOn("}"));
    }
    return { kind: "object", members, isWhole: !hasEnded };
  };

  const goesOn = (end: string): boolean => {
    const next = take();
    isBroken ||= next !== undefined && next !== "," && next !== end;
    hasEnded ||= isBroken || next === undefined;
    return next === ",";
  };

  const root = value(0);
  const rest = text.slice(at).trim();
  // Where it broke off, all was read to the end; where something else stood, it was not.
  if (root === undefined || isBroken || (hasEnded ? !endsInside(rest) : rest !== "")) return undefined;
  return root;
}

/** Is that the beginning of something that was cut off? */
function endsInside(rest: string): boolean {
  return rest === "" || /^(?:[,:]|"(?:[^"\\\u0000-\u001f]|\\.)*\\?$|[a-z]{1,4}$|-$)/.test(rest);
}

function nameOf(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}
