import { type Json, renderJson } from "../json/index.js";

/** A text as one value or key of YAML, on one line, in which every character shows. */
export function yamlText(text: string): string {
  const isPlain =
    /^[A-Za-z_](?:[\w./-]|:(?=[\w/]))*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : yamlValue(text);
}

/**
 * A value as YAML, on one line: JSON, in which what does not show is escaped.
 * Source: YAML 1.2.2, sections 1.3 and 5.7.
 */
export function yamlValue(value: Json): string {
  return renderJson(value).replaceAll(
    /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
}
