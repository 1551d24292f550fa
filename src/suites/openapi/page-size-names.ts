/** Do clients usually say by this name how many items a list may have? */
export function isPageSize(name: string): boolean {
  return /^(limit|(page|per)_?-?(size|page)|size|top|count|max_?-?results)$/i.test(name);
}
