/** JSON laid out to be read, in three parts: the middle one is what a JSON Pointer leads to. */
export interface JsonLayout {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Characters of what stands on one line. */
const widest = 110;
const deepest = 60;
/** Every character that is no blank is in a token, also in a text that was cut. */
const token = /[[\]{}:,]|"(?:[^"\\]|\\.)*"|"[\s\S]*$|[^\s[\]{}:,"]+/g;

/**
 * Lays out JSON, with every number and string spelled as it was sent. Where the pointer leads to a member that its
 * object lacks, the layout says so in its place.
 * @returns undefined where the text is neither JSON nor the beginning of some, or too deep to be read
 */
export function layOutJson(text: string, pointer?: string, isCut = false): JsonLayout | undefined {
  if (parse(text) === undefined && !(isCut && pointer !== undefined && /^\s*[[{]/.test(text)))
    return undefined;
  const tokens = text.match(token) ?? [];
  const [, parent, missing = ""] = /^(.*)\/(.*)$/s.exec(pointer ?? "") ?? [];
  let next = 0;
  let laidOut = "";
  let isTooDeep = false;
  let marked: readonly [from: number, to: number] = [0, 0];
  const take = (): string => tokens[next++] ?? "";

  const writeMember = (path: string, indent: number, name?: string): void => {
    const from = laidOut.length;
    if (name !== undefined) laidOut += `${name}${take()} `;
    const open = take();
    laidOut += open;
    isTooDeep ||= indent > deepest;
    if ((open === "{" || open === "[") && !isTooDeep) writeContent(open, path, indent);
    if (path === pointer) marked = [from, laidOut.length];
  };

  const writeContent = (open: "{" | "[", path: string, indent: number): void => {
    const close = open === "{" ? "}" : "]";
    const separator = fitsOnLine(tokens, next) ? " " : `\n${"  ".repeat(indent + 1)}`;
    for (let index = 0; !isTooDeep && next < tokens.length && tokens[next] !== close; index += 1) {
      if (index > 0) laidOut += take();
      laidOut += separator;
      const name = open === "{" ? take() : undefined;
      const key = name === undefined ? index : (parse(name) ?? name);
      writeMember(`${path}/${`${key}`.replaceAll("~", "~0").replaceAll("/", "~1")}`, indent + 1, name);
    }
    if (open === "{" && path === parent && marked[1] === 0) {
      const note = `no ${missing.replaceAll("~1", "/").replaceAll("~0", "~")}`;
      laidOut += `${separator}${note}`;
      marked = [laidOut.length - note.length, laidOut.length];
    }
    if (!laidOut.endsWith(open)) laidOut += separator.replace(/ {2}$/, "");
    laidOut += take();
  };

  writeMember("", 0);
  if (isTooDeep || next < tokens.length) return undefined;
  const [from, to] = marked;
  return { before: laidOut.slice(0, from), marked: laidOut.slice(from, to), after: laidOut.slice(to) };
}

/** The value of a text; undefined where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Does the content of a container have no containers in it, and fit on one line? */
function fitsOnLine(tokens: readonly string[], first: number): boolean {
  let width = 0;
  for (let at = first; width <= widest; at += 1) {
    const token = tokens[at];
    if (token === "]" || token === "}") return true;
    if (token === undefined || token === "[" || token === "{") return false;
    width += token.length + 1;
  }
  return false;
}
