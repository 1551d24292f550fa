/** What people try first who know other tools. */
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
export function tellUsageMistake(text: string): string {
  const sentence = text.replace(/^error: /, "").trimEnd();
  const hint = hints.find(([mistake]) => mistake.test(sentence))?.[1];
  const plain = sentence.replace(/(?<=for '\w+')\. Expected .*/s, "");
  return hint === undefined ? `pedigree: ${sentence}\n` : `pedigree: ${plain}: ${hint}\n`;
}
