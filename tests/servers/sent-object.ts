/** The object that a body has; an empty one where it has none, or is no JSON. */
export function sentObject(body: string): Readonly<Record<string, unknown>> {
  return hasObject(body) ? (JSON.parse(body) as Readonly<Record<string, unknown>>) : {};
}

/** Is a body the JSON of an object? */
export function hasObject(body: string): boolean {
  const value = parsed(body);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that a body is the JSON of; undefined where it is no JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
