import { type DescriptionOptions, readDescription } from "../../src/description/index.js";

/** A description of which only the parts that matter are given, as YAML. */
export function read(parts: string, options: DescriptionOptions = {}) {
  return readDescription(
    "api.yaml",
    `openapi: 3.1.0\ninfo: { title: Books, version: "1" }\n${parts}`,
    options,
  );
}

/** An operation's only response. */
export const ok = `responses: { "200": { description: Fine } }`;
