import type { ResponseCheck } from "../engine/index.js";
import { shorten } from "../schema/index.js";
import { bodyBytes, type Case } from "../transport/index.js";
import type { ApiState } from "./api-state.js";

/** An error says what is wrong with a request, and nothing of the program behind it: no stack trace, no error of a database. */
export const noInternals: ResponseCheck<ApiState> = {
  id: "internals",
  title: "no error shows a stack trace or SQL",
  judgesProbes: true,
  judge: ({ exchange, response: { status, body } }) => {
    if (status < 400) return "not applicable";
    const found = findInternals(readable(body), sentIn(exchange.case));
    if (found === undefined) return [];
    return [
      {
        problem: "internals",
        expected: "an error without a stack trace or SQL",
        actual: `${found.what}: ${shorten(found.shown.trim(), 120)}`,
        at: { in: "body", pointer: "" },
      },
    ];
  },
};

/** Of a body, in bytes: what there is stands at its beginning. */
const mostRead = 32 * 1024;

/** A text as people read it, where JSON or HTML has it in another form. */
function readable(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, mostRead))
    .toString("utf8")
    .replaceAll(/\\[rn]|<br *\/?>/g, "\n")
    .replaceAll(/\\t|&nbsp;/g, " ")
    .replaceAll(/\\(["\\/])/g, "$1")
    .replaceAll(/&quot;|&#34;|\\u0022/g, '"')
    .replaceAll(/&#(?:39|x27);|\\u0027/g, "'")
    .replaceAll(/&lt;|\\u003c/gi, "<")
    .replaceAll(/&gt;|\\u003e/gi, ">");
}

/** The text of the request: a server may quote it. */
function sentIn({ path, headers, body }: Case): string {
  const sent = [path, decoded(path), ...headers.map(([, value]) => value)];
  return [...sent, body === undefined ? "" : readable(bodyBytes(body))].join("\n");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return path;
  }
}

const file = String.raw`(?:\/|[A-Za-z]:[\\/])[^\s()'"]{1,300}`;
/** The text before a line of a trace: the start of a line, or of a text in JSON. */
const start = String.raw`(?:^|")[ \t]*`;

/** By what it is: how it begins, with enough of its own form that no prose looks like it. */
const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  "a stack trace": [
    // Java, Kotlin, Scala: at com.x.Y.run(Y.java:12)
    new RegExp(
      String.raw`${start}at (?:[\w.@-]{1,80}\/{1,2})*[\w$.<>]{1,200}\([\w$]{1,100}\.(?:java|kt|scala|groovy):\d+\)`,
      "gm",
    ),
    /Traceback \(most recent call last\):[\s|]+File "[^"\n]{1,300}", line \d+/g,
    // JavaScript: at Object.<anonymous> (/app/x.js:1:2)
    new RegExp(
      String.raw`${start}at (?:[^\n()]{1,200} \()?(?:node:[\w/]{1,80}|(?:file:\/\/)?${file}\.\w{1,4}):\d+:\d+`,
      "gm",
    ),
    // PHP: #0 /var/www/x.php(12): run(), and "in /var/www/x.php on line 12"
    new RegExp(String.raw`${start}#\d+ ${file}\.php\(\d+\): `, "gm"),
    new RegExp(String.raw`\bin (?:<b>)?${file}\.php(?:<\/b>)? on line (?:<b>)?\d+`, "g"),
    new RegExp(String.raw`"file": ?"${file}\.php", ?"line": ?\d+`, "g"),
    // .NET: at X.Y.Run(String name) in C:\x.cs:line 12
    new RegExp(String.raw`${start}at [^\n()]{1,200}\([^\n()]{0,200}\) in ${file}:line \d+`, "gm"),
    new RegExp(
      String.raw`${start}at (?:System|Microsoft)\.[\w.${"`"}<>[\]]{1,200}\([^\n()]{0,300}\)"?,?$`,
      "gm",
    ),
    /\bgoroutine \d+ \[[a-z][a-z ]{1,40}(?:, \d+ minutes)?\]:/g,
    // Ruby: /app/x.rb:12:in `run'
    new RegExp(String.raw`${file}\.rb:\d+:in [${"`"}'][^'\n]{1,200}'`, "g"),
    /\bthread '[^'\n]{1,100}' (?:\(\d+\) )?panicked at /g,
  ],
  "an error of a database": [
    /\bsyntax error at or near "/g,
    /\bduplicate key value violates unique constraint "/g,
    /\bviolates (?:foreign key|check) constraint "|\bviolates not-null constraint\b/g,
    /\bSQLSTATE\[\w{5}\]|\(SQLSTATE \w{5}\)/g,
    /\bYou have an error in your SQL syntax; /g,
    /\bDuplicate entry '[^\n]{0,200}' for key '/g,
    /\ba foreign key constraint fails \(/g,
    /\bUnknown column '[^'\n]{1,100}' in '[a-z ]+'/g,
    /\bORA-\d{5}: /g,
    /\bSQLITE_[A-Z]+: |\bnear "[^"\n]{0,100}": syntax error\b/g,
    /\b(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed\b/g,
    /\bIncorrect syntax near '|\bUnclosed quotation mark after the character string '/g,
    /\bstatement conflicted with the (?:FOREIGN KEY|CHECK) constraint "/g,
    /\borg\.postgresql\.util\.PSQLException\b|\bjava\.sql\.SQL\w*Exception\b|\bsqlalchemy\.exc\.\w+/g,
  ],
};

/** The first that the request did not have itself. */
function findInternals(text: string, sent: string) {
  for (const [what, forms] of Object.entries(patterns))
    for (const form of forms)
      for (const [shown] of text.matchAll(form)) if (!sent.includes(shown.trim())) return { what, shown };
  return undefined;
}
