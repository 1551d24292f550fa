import {
  authorizationName,
  bodyBytes,
  type Case,
  type CredentialName,
  isChunked,
  type NearMiss,
  renderCredential,
} from "../cases/index.js";
import { chunksOf } from "./chunks.js";
import { altered, renderPrintf } from "./printf.js";

/** The key as a shell sees it: never its value. */
const key = "$PEDIGREE_API_KEY";

/**
 * A command line that sends a case again, for a POSIX shell. Bytes that a terminal or a report would show otherwise come
 * from `printf`, and so does what goes out in chunks, one after the other.
 */
export function renderCurl(baseUrl: string, request: Case): string {
  const parts = ["curl -sS -i -g"];
  if (request.method !== "GET") parts.push(`-X ${request.method}`);
  const authorization = authorizationFor(request.credential);
  if (authorization !== undefined) parts.push(`-H "${authorizationName(request)}: ${authorization}"`);
  for (const [name, value] of request.headers)
    parts.push(`-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`);
  const hasType = request.headers.some(([name]) => name.toLowerCase() === "content-type");
  if (request.body !== undefined && !hasType) parts.push("-H 'Content-Type:'");
  const url = quote(baseUrl + request.path);
  if (request.body === undefined) return [...parts, url].join(" ");
  const bytes = bodyBytes(request.body);
  if (isChunked(request)) {
    const pieces = chunksOf(bytes).map(renderPrintf);
    return `{ ${pieces.join("; sleep 0.2; ")}; } | ${[...parts, "-H 'Expect:' -T -", url].join(" ")}`;
  }
  const text = request.body.kind === "text" ? request.body.text : undefined;
  if (text !== undefined && !altered.test(text)) {
    return [...parts, `--data-raw ${quote(text)}`, url].join(" ");
  }
  return `${renderPrintf(bytes)} | ${[...parts, "--data-binary @-", url].join(" ")}`;
}

function authorizationFor(credential: CredentialName): string | undefined {
  if (credential.kind === "other-form" && credential.form === "user name of scheme Basic")
    return `Basic $(printf %s "${key}:" | base64 | tr -d '\\n')`;
  return credential.kind === "near-miss"
    ? `Bearer ${nearMissForShell(credential.miss)}`
    : renderCredential(credential, key);
}

function nearMissForShell(miss: NearMiss): string {
  const edit = (script: string): string => `$(printf %s "${key}" | awk '${script}')`;
  const change = (at: string): string =>
    edit(`{m=${at}; c=substr($0,m+1,1); printf "%s%s%s", substr($0,1,m), (c=="x"?"y":"x"), substr($0,m+2)}`);
  switch (miss) {
    case "last character removed":
      return edit('{sub(/=+$/,""); printf "%s", substr($0,1,length($0)-1)}');
    case "first character removed":
      return edit('{printf "%s", substr($0,2)}');
    case "characters appended":
      return edit('{sub(/=+$/,""); printf "%sPedigree", $0}');
    case "one character appended":
      return `${key}~`;
    case "letters in the other case":
      return `$(printf %s "${key}" | tr 'a-zA-Z' 'A-Za-z')`;
    case "first character changed":
      return change("0");
    case "middle character changed":
      return change("int(length($0)/2)");
    case "last character changed":
      return edit(changeLast);
    case "two characters swapped":
      return edit(swapInside);
    case "sent twice in a row":
      return key + key;
    case "followed by a blank and a word":
      return `${key} pedigree`;
  }
}

/** As in `renderNearMiss`: padding stays where it is. */
const changeLast = [
  '{n=length($0); while (n>1 && substr($0,n,1)=="=") n--; c=substr($0,n,1);',
  'printf "%s%s%s", substr($0,1,n-1), (c ~ /[A-Pa-p]/ ? "x" : "A"), substr($0,n+1)}',
].join(" ");

/** The same search as in `renderNearMiss`: from the middle on for two that are not alike. */
const swapInside = [
  "{for (i=int(length($0)/2); i>0; i--) {l=substr($0,i,1); r=substr($0,i+1,1);",
  "if (l ~ /[A-Za-z0-9]/ && r ~ /[A-Za-z0-9]/ && tolower(l) != tolower(r))",
  '{printf "%s%s%s%s", substr($0,1,i-1), r, l, substr($0,i+2); exit}}}',
].join(" ");

/** For a shell: as it is, or by way of `printf` where that would not arrive as it was sent. */
function quote(text: string): string {
  if (altered.test(text)) return `"$(${renderPrintf(Buffer.from(text))})"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
