/** A path without a slash at its end, which some frameworks write after every collection, and some after every item. */
export function plainPath(path: string): string {
  // Without the look behind, many slashes take the square of their number.
  return path.endsWith("/") ? path.replace(/(?<!\/)\/+$/, "") : path;
}

/** Is an address that of an item, or below it? Some frameworks write what is done to an item behind a colon. */
export function isAtOrBelow(address: string, item: string): boolean {
  const [path, above] = [plainPath(address), plainPath(item)];
  return path === above || (path.startsWith(above) && /^[/:]/.test(path.slice(above.length)));
}

/** The path of the collection that an operation lists, or adds to, as the paths of its items have it. */
export function collectionPathOf({
  path,
  itemsAt,
}: {
  readonly path: string;
  readonly itemsAt?: string;
}): string {
  return itemsAt ?? plainPath(path);
}

/** The path of a request without its query. */
export function addressOf(path: string): string {
  const end = path.indexOf("?");
  return end < 0 ? path : path.slice(0, end);
}

/** Does a path end in a parameter, as that of an item does? */
export function endsInParameter(path: string): boolean {
  return plainPath(path).endsWith("}");
}

/** The path of the collection that an item is in: `/books` of `/books/{bookId}`; undefined for another path. */
export function parentPathOf(path: string): string | undefined {
  return endsInParameter(path) ? /^(.*)\/\{[^{}/]+\}$/.exec(plainPath(path))?.[1] : undefined;
}

/** The collections that a path names items of, the longest last: `/authors` and `/authors/{authorId}/books`. */
export function collectionsIn(path: string): readonly string[] {
  return [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index));
}

/** The address of what an address is in: `/books` of `/books/7`, and `/books/7` of `/books/7/cover`. */
export function parentUrl(address: string): string {
  return plainPath(address).replace(/\/[^/]*$/, "");
}

/**
 * The path of the collection to whose items an operation does something together: `/books` of `/books/search` and `/books:search`;
 * undefined where a path ends in a parameter.
 */
export function collectionAbove(path: string): string | undefined {
  return /^(.*\w)[/:][^/:{}]+$/.exec(plainPath(path))?.[1];
}

/** The path of the item that something is a part of: `/books/{bookId}` of `/books/{bookId}/cover`; undefined for another path. */
export function ownerOf(path: string): string | undefined {
  return /^(.*\/\{[^{}/]+\})\/[^{}/]+$/.exec(plainPath(path))?.[1];
}

/** A text without its percent-encoding; undefined if that is faulty. Source: RFC 3986, section 2.1. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
