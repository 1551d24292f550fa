/** What of a Markdown text a reader takes for more than code: everything outside of fences and code spans. */
export function outsideOfCode(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split("\n").filter((line) => {
    if (fence === undefined) {
      fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      return fence === undefined;
    }
    const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
    if (closing?.startsWith(fence)) fence = undefined;
    return false;
  });
  if (fence !== undefined) throw new Error("a fence is not closed");
  // CommonMark 0.31, section 6.1: a span ends with the next run of exactly as many backticks.
  return lines.map((line) => line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "CODE")).join("\n");
}
