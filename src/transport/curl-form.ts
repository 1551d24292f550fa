const single = "'[^']*'";
const printf = `printf ${single}`;
/** A piece that a shell reads as one text, and runs nothing of but `printf`. */
const piece = String.raw`(?:${single}|\\'|"(?:[^"$\\${"`"}]|\$[A-Za-z_]\w*|\$\(${printf}\))*")`;
const text = `${piece}+`;
/** A text after "@" is the name of a file. */
const field = `(?!["']@)${text}`;
const options = [
  "-X [A-Z]+",
  `-H ${field}`,
  `-[ub] ${field}`,
  `--data-raw ${text}`,
  "--data-binary @-",
  "-T -",
  "--max-time 1",
].join("|");
/** No option, and no file. */
const address = String.raw`(?=["'](?:\$\(printf ')?https?://)${text}`;
const input = String.raw`${printf} \| |\{ ${printf}(?:; sleep 0\.2; ${printf})*; \} \| `;
const form = new RegExp(`^(?:${input})?curl -sS -i -g(?: (?:${options}))* ${address}$`);

/** Is it a command line as `renderCurl` makes them, which sends a request and does nothing else? */
export function isCurl(line: string): boolean {
  return form.test(line);
}
