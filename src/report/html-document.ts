/** The parts of a page: a plain title, a style sheet, and what is to be seen, both as they stand in HTML. */
export interface HtmlParts {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** One HTML file that runs no script and loads nothing. */
export function htmlDocument({ title, style, body }: HtmlParts): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}
