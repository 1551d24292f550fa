import { type FormatName, formatNames } from "../report/index.js";
import { needName } from "./names.js";

/** The formats with these names, each once; `all` stands for every one. @throws ConfigurationError for an unknown one */
export function readFormats(names: readonly string[]): readonly FormatName[] {
  for (const name of names) needName("format", name, [...formatNames, "all"]);
  return names.includes("all") ? formatNames : formatNames.filter((name) => names.includes(name));
}
