/** Returns texts that are not JSON (RFC 8259): every mistake worth making, once in a valid text of a flat object with a string in it. */
export function deriveInvalidJson(valid: string): readonly { mistake: string; text: string }[] {
  const inner = valid.slice(1, -1);
  const mistakes: [string, string][] = [
    ["truncated before the closing brace", valid.slice(0, -1)],
    ["truncated in the middle", valid.slice(0, Math.ceil(valid.length / 2))],
    ["a bracket for the closing brace", `${valid.slice(0, -1)}]`],
    ["a second closing brace", `${valid}}`],
    ["a bracket after the end", `${valid}]`],
    ["a trailing comma", `{${inner},}`],
    ["two commas in a row", valid.replace(/,(?=")/, ",,")],
    ["single quotes", valid.replaceAll('"', "'")],
    ["names without quotes", valid.replaceAll(/"(\w+)":/g, "$1:")],
    ["a bare word", "undefined"],
    ["form fields", `${new URLSearchParams(Object.entries(JSON.parse(valid) as Record<string, string>))}`],
    ["XML", "<name>Rex</name>"],
    ["no colon", valid.replace(":", " ")],
    ["no comma", valid.replace(/,(?=")/, " ")],
    ["an equals sign for the colon", valid.replace(":", "=")],
    ["text after the end", `${valid} x`],
    ["a second object after the end", valid + valid],
    ["a null character after the end", `${valid}\0`],
    ["the prefix against script inclusion", `)]}'\n${valid}`],
    // White space in many languages, but not in JSON.
    ["a form feed for a blank", `{\f${inner}}`],
    ["a no-break space at the end", `${valid}\u00a0`],
    ["a comment", `{/* dog */${inner}}`],
    ["a line comment", `{// dog\n${inner}}`],
    ["a line break inside a string", valid.replace(/:"/, ':"\n')],
    ["a tab inside a string", valid.replace(/:"/, ':"\t')],
    ["an escape of other languages", valid.replace(/:"/, ':"\\x41')],
    ["half a Unicode escape", valid.replace(/:"([^"]*)"/, ':"$1\\u12"')],
    // In place of a number, so that a reader that lets them pass still finds an invalid value.
    ...["NaN", "Infinity", "undefined", "01", "+1", "1.", ".5", "0x1"].map((literal): [string, string] => [
      `${literal} for a number`,
      valid.replace(/:-?\d+/, `:${literal}`),
    ]),
    ["white space only", " \n "],
  ];
  return mistakes.map(([mistake, text]) => ({ mistake, text }));
}
