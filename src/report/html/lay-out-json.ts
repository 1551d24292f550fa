/** JSON laid out to be read, in three parts: the middle one is what a JSON Pointer leads to. */
export interface JsonLayout {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Characters of what stands on one line. */
const widest = 110;
const deepest = 60;
const token = /[[\]{}:,]|"(?:[^"\\]|\\.)*"|[^\s[\]{}:,"]+/g;

/**
 * Lays out JSON, with every number and string spelled as it was sent. Where the pointer leads to a member that its
 * object lacks, the layout says so in its place.
 * @returns undefined where the text is no JSON, or too deep to be read
 */
export function layOutJson(text: string, pointer?: string): JsonLayout | undefined {
  if (!isJson(text)) return undefined;
  const tokens = text.match(token) ?? [];
  if (depthOf(tokens) > deepest) return undefined;
  let next = 0;
  let laidOut = "";
  let marked: readonly [from: number, to: number] | undefined;

  const mark = (path: string, write: () => void): void => {
    const from = laidOut.length;
    write();
    if (path === pointer) marked = [from, laidOut.length];
  };

  const writeValue = (path: string, indent: number): void => {
    const open = tokens[next++] ?? "";
    laidOut += open;
    const close = open === "{" ? "}" : open === "[" ? "]" : undefined;
    if (close === undefined) return;
    const separate = fitsOnLine(tokens, next) ? () => " " : (level: number) => `\n${"  ".repeat(level)}`;
    let index = 0;
    for (; tokens[next] !== close; index += 1) {
      if (index > 0) laidOut += tokens[next++];
      laidOut += separate(indent + 1);
      const name = open === "{" ? tokens[next] : undefined;
      const place = `${path}/${name === undefined ? index : escapePointer(JSON.parse(name) as string)}`;
      mark(place, () => {
        if (name !== undefined) {
          laidOut += `${name}: `;
          next += 2;
        }
        writeValue(place, indent + 1);
      });
    }
    const lacking = marked === undefined && open === "{" ? lastOf(pointer, path) : undefined;
    if (lacking !== undefined && pointer !== undefined) {
      laidOut += separate(indent + 1);
      mark(pointer, () => {
        laidOut += `no ${lacking}`;
      });
    }
    if (index > 0 || lacking !== undefined) laidOut += separate(indent);
    laidOut += tokens[next++];
  };

  mark("", () => writeValue("", 0));
  const [from, to] = marked ?? [0, 0];
  return { before: laidOut.slice(0, from), marked: laidOut.slice(from, to), after: laidOut.slice(to) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function depthOf(tokens: readonly string[]): number {
  let depth = 0;
  let most = 0;
  for (const each of tokens) {
    if (each === "[" || each === "{") depth += 1;
    if (each === "]" || each === "}") depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Does what a container holds have no containers in it, and fit on one line? */
function fitsOnLine(tokens: readonly string[], first: number): boolean {
  let width = 0;
  for (let at = first; width <= widest; at += 1) {
    const each = tokens[at];
    if (each === undefined || each === "[" || each === "{") return false;
    if (each === "]" || each === "}") return true;
    width += each.length + 1;
  }
  return false;
}

/** The member that the pointer names in the value at this path. */
function lastOf(pointer: string | undefined, path: string): string | undefined {
  if (pointer === undefined || !pointer.startsWith(`${path}/`)) return undefined;
  const name = pointer.slice(path.length + 1);
  return name.includes("/") ? undefined : name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
