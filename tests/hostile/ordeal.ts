import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Report, runConformance } from "../../src/index.js";
import { formats, renderSummary } from "../../src/report/index.js";
import { readXml } from "../report/xml-reader.js";
import { contract } from "../servers/judging.js";
import { type Behaviour, timeout } from "./behaviour.js";
import { startHostileServer } from "./hostile-server.js";
import { leaksIn } from "./leaks.js";
import { key } from "./store-behind.js";

const schema = JSON.parse(
  readFileSync(new URL("../../spec/report.schema.json", import.meta.url), "utf8"),
) as object;
const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is left of a run against a hostile server. */
export interface Aftermath {
  readonly exitCode: number;
  readonly sentence: string;
  readonly failed: readonly string[];
  /** In ms. */
  readonly duration: number;
  /** What is wrong with what was written, whatever the verdict. */
  readonly damage: readonly string[];
}

/** Runs the suite against a server that behaves so, and looks at all that comes of it. */
export async function undergo(behaviour: Behaviour): Promise<Aftermath> {
  const server = await startHostileServer(behaviour);
  try {
    const began = performance.now();
    const options = {
      contract,
      baseUrl: server.url,
      key,
      timeout: behaviour.timeout ?? timeout,
      patience: 300,
      randomCases: 1,
    };
    const report = await runConformance(options);
    const duration = performance.now() - began;
    const strays = server.strayed() === 0 ? [] : [`${server.strayed()} connections to another host`];
    return {
      exitCode: report.conclusion.exitCode,
      sentence: report.conclusion.sentence,
      failed: report.requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id),
      duration,
      damage: [...strays, ...(await damageOf(report))],
    };
  } finally {
    await server.close();
  }
}

async function damageOf(report: Report): Promise<readonly string[]> {
  const reportPath = "reports/report.json";
  const render = async (each: Format): Promise<Text> => ({
    file: each.file,
    text: await each.render(report, reportPath),
  });
  const files = await Promise.all(Object.values<Format>(formats).map(render));
  const looks = [false, true].map((verbose) => ({
    file: verbose ? "the verbose summary" : "the summary",
    text: renderSummary(report, { color: false, verbose, reportPath }),
  }));
  const textOf = (name: string): string => files.find(({ file }) => file === name)?.text ?? "";
  return [
    ...(validate(JSON.parse(textOf(formats.json.file)))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `report.json ${instancePath} ${message}`)),
    ...xmlTrouble(textOf(formats.junit.file)),
    ...looks.flatMap(({ file, text }) => dangersIn(text).map((danger) => `${file}: ${danger}`)),
    ...[...files, ...looks].flatMap(({ file, text }) => leaksIn(text).map((leak) => `${file}: ${leak}`)),
  ];
}

interface Text {
  readonly file: string;
  readonly text: string;
}

interface Format {
  readonly file: string;
  readonly render: (report: Report, reportPath: string) => string | Promise<string>;
}

function xmlTrouble(text: string): readonly string[] {
  try {
    readXml(text);
    return [];
  } catch (error) {
    return [`junit.xml: ${String(error)}`];
  }
}

/** What a terminal or a CI server would act on, or a reader be led astray by. */
export function dangersIn(text: string): readonly string[] {
  const around = (at: number): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
    ["a control character", /[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/u],
    ["a command of GitHub", /^\s*::/m],
    ["a command of Azure", /##(?:vso)?\[/i],
  ];
  return patterns.flatMap(([what, pattern]) => {
    const at = text.replaceAll("\n", what === "a control character" ? " " : "\n").search(pattern);
    return at < 0 ? [] : [`${what} in ${around(at)}`];
  });
}
