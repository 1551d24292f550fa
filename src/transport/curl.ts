import {
  authorizationName,
  bodyBytes,
  type Case,
  chunksOf,
  cutBody,
  isChunked,
  usualAccept,
} from "./case.js";
import {
  alterKey,
  bearer,
  type CredentialPlace,
  describeCredential,
  renderCredential,
  withPrefix,
} from "./credential.js";

/**
 * Characters that do not survive being shown and pasted: line breaks, tabs and other control characters, what has no width or
 * turns the direction, blanks that are none, lone surrogates; and `##`, which some CI servers take for a command.
 */
const altered = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|##/u;

/** The key by its variable: never its value. */
function keyOf({ credential }: Case): string {
  return credential.kind === "second" ? "$PEDIGREE_SECOND_API_KEY" : "$PEDIGREE_API_KEY";
}

/**
 * A command line that sends a case again, for a POSIX shell; with an altered key it is a template. Bytes that a terminal or a report would show otherwise come
 * from `printf`, and so does what goes out in chunks, one after the other.
 */
export function renderCurl(baseUrl: string, request: Case, place: CredentialPlace = bearer): string {
  // With -X HEAD, curl waits for a body.
  const parts = [`curl -sS ${request.method === "HEAD" ? "-I" : "-i"} -g`];
  if (!["GET", "HEAD"].includes(request.method)) parts.push(`-X ${request.method}`);
  const credential = credentialOf(request, place);
  parts.push(...credential.options);
  for (const [name, value] of request.headers)
    parts.push(`-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`);
  const has = (header: string): boolean => request.headers.some(([name]) => name.toLowerCase() === header);
  // Without it, curl accepts anything, which a server may answer in another way.
  if (!has("accept")) parts.push(`-H 'Accept: ${usualAccept}'`);
  if (request.body !== undefined && !has("content-type")) parts.push("-H 'Content-Type:'");
  const url = `${quote(baseUrl + request.path)}${credential.query}`;
  // A run sends it, and curl does not: some servers wait for a body without it, or answer 411.
  if (request.body === undefined && ["POST", "PUT", "PATCH"].includes(request.method))
    parts.push("-H 'Content-Length: 0'");
  if (request.body === undefined) return [...parts, url].join(" ");
  const bytes = bodyBytes(request.body);
  if (isChunked(request)) {
    const pieces = chunksOf(bytes).map(renderPrintf);
    return `{ ${pieces.join("; sleep 0.2; ")}; } | ${[...parts, "-H 'Expect:' -T -", url].join(" ")}`;
  }
  if (request.isCut) {
    const whole = [`-H 'Content-Length: ${bytes.length}'`, "--max-time 1 --data-binary @-", url];
    return `${renderPrintf(cutBody(bytes))} | ${[...parts, ...whole].join(" ")}`;
  }
  const text = request.body.kind === "text" ? request.body.text : undefined;
  if (text !== undefined && !altered.test(text)) {
    return [...parts, `--data-raw ${quote(text)}`, url].join(" ");
  }
  return `${renderPrintf(bytes)} | ${[...parts, "--data-binary @-", url].join(" ")}`;
}

/** A shell cannot alter the key: a placeholder says what is to stand there, and what sends it. */
function credentialOf(request: Case, place: CredentialPlace): { options: readonly string[]; query: string } {
  const { credential } = request;
  const placeholder = `<fill in ${describeCredential(credential)}, or use pedigree replay>`;
  const none = { options: [], query: "" };
  if (credential.kind === "missing") return none;
  const text = alterKey(credential, keyOf(request));
  const value = isPart(credential) ? placeholder : text;
  switch (place.kind) {
    case "bearer": {
      const name = authorizationName(request);
      return { ...none, options: [`-H "${name}: ${bearerFor(request, placeholder)}"`] };
    }
    case "basic":
      return { ...none, options: [`-u "${credential.kind === "wrong" ? `${value}:${value}` : value}"`] };
    case "api key": {
      const separator = request.path.includes("?") ? "&" : "?";
      const { name } = place;
      // The name comes from a description: what a shell would run stays text.
      if (place.in === "query")
        return { ...none, query: `${quote(`${separator}${encodeURIComponent(name)}=`)}"${value}"` };
      // By this sign, curl sends a header that is empty.
      if (place.in === "header" && value === "" && place.prefix === undefined)
        return { ...none, options: [`-H ${quote(`${name};`)}`] };
      const option = place.in === "cookie" ? `-b ${quote(`${name}=`)}` : `-H ${quote(`${name}: `)}`;
      return { ...none, options: [`${option}"${withPrefix(place, value ?? "")}"`] };
    }
  }
}

function bearerFor(request: Case, placeholder: string): string | undefined {
  const { credential } = request;
  if (isPart(credential)) return `Bearer ${placeholder}`;
  if (credential.kind === "other-form" && credential.form === "user name of scheme Basic")
    return `Basic ${placeholder}`;
  return renderCredential(credential, keyOf(request));
}

/** For a shell: as it is, or by way of `printf` where that would not arrive as it was sent. */
function quote(text: string): string {
  if (altered.test(text)) return `"$(${renderPrintf(Buffer.from(text))})"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command for a POSIX shell that writes these bytes. In it are printable ASCII characters alone. */
function renderPrintf(bytes: Uint8Array): string {
  const spelled = Array.from(bytes, (byte, at) => {
    const character = String.fromCharCode(byte);
    if (character === "%") return "%%";
    if (character === "\\") return "\\\\";
    // A quote ends the argument, a dash could begin an option, a doubled # would begin a command of a CI server.
    const isSpecial = character === "'" || character === "#" || (at === 0 && character === "-");
    return isSpecial || byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : character;
  });
  return `printf '${spelled.join("")}'`;
}

/** Is a credential made of the good key, so that it is not shown? */
function isPart({ kind }: Case["credential"]): boolean {
  return kind === "near-miss" || kind === "half";
}

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
