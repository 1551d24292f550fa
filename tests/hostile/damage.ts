import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Report } from "../../src/engine/index.js";
import { formats, renderSummary } from "../../src/report/index.js";
import { readXml } from "../report/xml-reader.js";
import { key } from "./hostile-server.js";

const schema = readFileSync(new URL("../../spec/report.schema.json", import.meta.url), "utf8");
const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(schema) as object);

/** What is wrong with what is written of a run, whatever its verdict. */
export async function damageOf(report: Report): Promise<readonly string[]> {
  const reportPath = "reports/report.json";
  const rendered = Object.entries(formats).map(
    async ([name, { render }]) => [name, await render(report, reportPath)] as const,
  );
  const files = new Map<string, string>(await Promise.all(rendered));
  const summaries = [false, true].map((verbose) =>
    renderSummary(report, { color: false, verbose, reportPath }),
  );
  validate(JSON.parse(files.get("json") ?? ""));
  const misfits = validate.errors ?? [];
  readXml(files.get("junit") ?? "");
  const leaks = [...files, ["summary", summaries.join("\n")] as const].flatMap(([name, text]) =>
    leaksIn(text).map((leak) => `${name}: ${leak}`),
  );
  return [
    ...misfits.map(({ instancePath, message }) => `report.json ${instancePath} ${message}`),
    ...summaries.flatMap(dangersIn),
    ...leaks,
  ];
}

/** What a terminal or a CI server would act on, or a reader be led astray by. */
export function dangersIn(text: string): readonly string[] {
  const patterns = [/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029\p{Cs}]/u, /^\s*::/m, /##(?:vso)?\[/i];
  return patterns.flatMap((pattern) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [`${pattern} in ${JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))}`];
  });
}

/** So many characters of the key in a row give too much of it away. */
const telling = 8;
const runs = Array.from({ length: key.length - telling + 1 }, (_, at) =>
  key.slice(at, at + telling).toLowerCase(),
);
const inHex = (prefix: string): string =>
  Array.from(Buffer.from(key), (byte) => prefix + byte.toString(16)).join("");
/** At each alignment, without the characters that depend on what stands beside it. */
const inBase64 = [0, 1, 2].map((before) => {
  const encoded = Buffer.from("\0".repeat(before) + key).toString("base64");
  return encoded.slice(before === 0 ? 0 : 4, -4);
});

/** Which parts of the key a text gives away, in any letters, escaped or not. */
export function leaksIn(text: string): readonly string[] {
  const read = readings(text).map((each) => each.toLowerCase());
  const forms = [...runs, inHex(""), inHex("%")].filter((form) => read.some((each) => each.includes(form)));
  return [...forms, ...inBase64.filter((form) => text.includes(form))];
}

/** The text as it is; what it holds in base64 because it was no text; and without what may stand between. */
function readings(text: string): readonly string[] {
  const bodies = [...text.matchAll(/"(?:base64|text)":\s*"([\w+/=-]{4,})"/g)].map(([, each = ""]) =>
    Buffer.from(each, "base64").toString("latin1"),
  );
  const unescaped = text.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return [text, ...bodies, unescaped, text.replaceAll(/\\u0000|\\u\{0\}|\\(?=[^u])/g, "")];
}
