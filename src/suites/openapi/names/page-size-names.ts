/** Do clients usually say by this name how many items a list may have? */
export function isPageSize(name: string): boolean {
  return /^(limit|(page|per)_?-?(size|page)|size|top|count|max_?-?results)$/i.test(pagingName(name));
}

/** The name of a paging parameter by itself: `size` of `page[size]`, `pageSize` of `pagination[pageSize]`. */
export function pagingName(name: string): string {
  return /^(?:page|paging|pagination)\[(\w+)\]$/i.exec(name)?.[1] ?? name;
}
