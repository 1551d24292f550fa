import type { Command } from "commander";

/** The mistakes that users of other tools make first, each with a hint. */
const hints: readonly (readonly [mistake: RegExp, hint: string])[] = [
  [
    /^too many arguments for '(?:run|doctor|replay)'|unknown option '--(?:url|base-?url|server|host|endpoint|address)\b/i,
    "a target is named with --target, for example --target http://localhost:8080/v1",
  ],
  [
    /unknown option '--(?:api-?key|token|bearer|auth|api-?key-file)\b/i,
    "the API key is taken from PEDIGREE_API_KEY, or from a file with --key-file",
  ],
  [
    /unknown option '--(?:output|out|report-?dir|reports-?dir|report)\b/i,
    "reports go to the folder that --reports names",
  ],
];

/** The parser's sentence on a mistake, and what to do where its author is likely to have meant something else. */
export function describeUsageMistake(text: string): string {
  // The value of a flag that there is not may be a key.
  const sentence = text
    .replace(/^error: /, "")
    .replace(/(unknown option '--?[^'=]+)=.*'/s, "$1'")
    .trimEnd();
  const hint = hints.find(([mistake]) => mistake.test(sentence))?.[1];
  const plain = sentence.replace(/(?<=for '\w+')\. Expected .*/s, "");
  return hint === undefined ? `pedigree: ${sentence}\n` : `pedigree: ${plain}: ${hint}\n`;
}

/**
 * Ends a command to which an empty value was given. It mostly comes from a variable that is not set, and would
 * otherwise count as not given: a run would judge the embedded server, and be green.
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const values: unknown[] = [command.getOptionValue(name)].flat();
    if (!values.some((value) => typeof value === "string" && value.trim() === "")) continue;
    const source = command.getOptionValueSource(name);
    const what = source === "env" ? `the environment variable ${option.envVar}` : `${option.long}`;
    command.error(`error: ${what} is empty: give a value, or leave it out`);
  }
}
