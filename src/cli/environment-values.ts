import { ConfigurationError } from "../description/index.js";
import type { Stated } from "./configuration/login-section.js";

/** In characters. */
const shortestSecret = 4;

/** Puts values of the environment in the place of `{ env: NAME }`. @param place of the configuration, for messages */
export function readVariables(environment: NodeJS.ProcessEnv, place: string) {
  const values = new Map<string, string>();
  const missing = new Set<string>();
  const read = (name: string): string => {
    const value = environment[name] ?? "";
    if (value === "") missing.add(name);
    values.set(name, value);
    return value;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    if (isVariable(value)) return read(value.env);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
  };
  return {
    fill,
    /** @throws ConfigurationError if one is not there */
    check: (): void => {
      if (missing.size === 0) return;
      const [what, are] = missing.size === 1 ? ["variable", "is"] : ["variables", "are"];
      throw new ConfigurationError(
        `${place}: the environment ${what} ${[...missing].join(", ")} ${are} not set, or empty`,
      );
    },
    get names(): string {
      return [...values.keys()].join(" and ");
    },
    /** Those that are long enough to be a secret: shorter ones stand in too many innocent texts. */
    get secrets(): readonly string[] {
      return [...values.values()].filter(({ length }) => length >= shortestSecret);
    },
  };
}

function isVariable(value: object): value is Exclude<Stated, string> {
  const [[name, variable] = [], ...others] = Object.entries(value) as [string, unknown][];
  return name === "env" && typeof variable === "string" && others.length === 0;
}
