import type { OpenAPIV3_1 } from "openapi-types";
import type { Operation } from "./operation.js";
import type { Path } from "./pointer.js";
import type { References } from "./references.js";

/** Something in a description that is not put to use yet, and where it stands. */
export interface Limitation {
  readonly line: number;
  /** One sentence, without its full stop. */
  readonly sentence: string;
}

/** What of a document is not put to use yet: the place and the sentence. */
export function findLimitations(
  document: OpenAPIV3_1.Document,
  operations: readonly { readonly operation: Operation; readonly path: Path }[],
  references: References,
): readonly { readonly path: Path; readonly sentence: string }[] {
  const components = { value: document.components ?? {}, path: ["components"] };
  const schemes = references.members<OpenAPIV3_1.SecuritySchemeObject>(components, "securitySchemes");
  const ofSchemes = schemes.flatMap(([name, { value, path }]) => {
    if (value.type === "http" && value.scheme.toLowerCase() === "bearer") return [];
    const kind = value.type === "http" ? `HTTP ${value.scheme}` : value.type;
    return [
      { path, sentence: `${name} is of type ${kind}, but no credential other than a bearer token is sent` },
    ];
  });
  const ofOperations = operations.flatMap(({ operation, path }) =>
    unusedOf(operation).map((sentence) => ({ path, sentence: `${operation.id}: ${sentence}` })),
  );
  return [...ofSchemes, ...ofOperations];
}

function unusedOf({ method, parameters, body, responses }: Operation): readonly string[] {
  const elsewhere = parameters.filter((each) => each.required && each.in !== "query" && each.in !== "path");
  const contents = [...(body?.contents ?? []), ...[...responses.values()].flatMap((each) => each.contents)];
  const others = new Set(
    contents.map((each) => each.mediaType).filter((type) => type !== "application/json"),
  );
  return [
    ...(method === "GET" || method === "POST" ? [] : [`the method ${method} is not called`]),
    ...elsewhere.map(
      (each) => `${each.name} is required in a ${each.in}, but only path and query are filled`,
    ),
    ...[...others].map((type) => `content of type ${type} is neither sent nor judged`),
  ];
}
