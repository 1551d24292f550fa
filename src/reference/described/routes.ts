import type { Operation } from "../../description/index.js";

/** The operation that a request asks for, or why there is none. */
export type Route =
  | { readonly kind: "operation"; readonly operation: Operation; readonly parameters: Record<string, string> }
  /** The path is described, but with other methods only. */
  | { readonly kind: "method" }
  | { readonly kind: "nothing" };

/** Finds the operation for a method and a path. Of several paths the one with fewer parameters counts. Source: OpenAPI 3.1, section 4.8.8. */
export function createRouter(operations: Iterable<Operation>): (method: string, path: string) => Route {
  const routes = [...operations]
    .map((operation) => ({ operation, ...patternOf(operation.path) }))
    .sort((left, right) => left.names.length - right.names.length);
  return (method, path) => {
    const fitting = routes.flatMap((route) => {
      const found = route.pattern.exec(path);
      return found === null ? [] : [{ ...route, texts: found.slice(1) }];
    });
    const meant = fitting.find(({ operation }) => operation.method === method);
    if (meant === undefined) return { kind: fitting.length > 0 ? "method" : "nothing" };
    const entries = meant.names.map((name, index) => [name, decoded(meant.texts[index] ?? "")]);
    return { kind: "operation", operation: meant.operation, parameters: Object.fromEntries(entries) };
  };
}

function patternOf(path: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = [];
  const source = path.split(/(\{[^{}/]+\})/).map((piece) => {
    if (!piece.startsWith("{")) return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(piece.slice(1, -1));
    return "([^/]+)";
  });
  return { pattern: new RegExp(`^${source.join("")}$`), names };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
