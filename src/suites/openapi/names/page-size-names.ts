/** Do clients usually say by this name how many items a list may have? */
export function isPageSize(name: string): boolean {
  return /^(limit|(page|per)_?-?(size|page)|size|top|count|max_?-?results)$/i.test(pagingName(name));
}

/** The name of a paging parameter by itself: `size` of `page[size]`, `pageSize` of `pagination[pageSize]`. */
export function pagingName(name: string): string {
  return /^(?:page|paging|pagination)\[(\w+)\]$/i.exec(name)?.[1] ?? name;
}

/** Names by which a client says which page of a list is shown, or in which order. */
const ofView =
  /^(offset|skip|page|start|first|last|number|sort|sort[_-]?(by|order|dir|direction)|order|order[_-]?(by|dir|direction)|ordering|dir|direction)$/i;

/** Does a parameter of this name ask for paging or sorting, so that a server may clamp or ignore its value? */
export function isPagingOrSorting(name: string): boolean {
  return isPageSize(name) || ofView.test(pagingName(name));
}
