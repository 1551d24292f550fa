import type { OpenAPIV3_1 } from "openapi-types";
import type { Path } from "./file.js";
import { faultOfName } from "./header-name.js";
import type { Method, Operation, Parameter } from "./operation.js";
import type { ResolvedDocument } from "./references.js";

/** The parts of a description that a suite makes use of. The rest is left out, and said. */
export interface Use {
  readonly methods: readonly Method[];
  /** Places of parameters that may be required. */
  readonly parameters: readonly Parameter["in"][];
  /** Security schemes, as `http bearer` or `apiKey`. */
  readonly credentials: RegExp;
  /** Media types in which a body can be sent. */
  readonly bodies: RegExp;
  /** Media types whose content can be judged; of any other, only the type is. Not said if absent. */
  readonly responses?: RegExp;
}

/** The parts that the suite with a catalogue makes use of. */
export const catalogued: Use = {
  methods: ["GET", "POST"],
  parameters: ["query", "path"],
  credentials: /^http bearer$/,
  bodies: /^application\/json$/,
  responses: /^application\/json$/,
};

/** The parts that the suite for any description makes use of. */
export const described: Use = {
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  parameters: ["query", "path", "header", "cookie"],
  credentials: /^(http (bearer|basic)|apiKey|oauth2|openIdConnect)$/i,
  bodies:
    /[/+]json$|^\*\/\*$|^application\/(\*|x-www-form-urlencoded|octet-stream)$|^multipart\/form-data$|^text\//i,
};

/** A sentence, and what it is about. */
interface Limitation {
  readonly path: Path;
  readonly sentence: string;
}

/** Finds the parts of a description that are not put to use. */
export function findLimitations(
  resolved: ResolvedDocument,
  found: readonly { readonly operation: Operation; readonly path: Path }[],
  use: Use,
): readonly Limitation[] {
  return [
    ...unusedSchemes(resolved, use),
    ...found.flatMap(({ operation, path }) =>
      unusedOf(operation, use).map((sentence) => ({ path, sentence: `${operation.id}: ${sentence}` })),
    ),
  ];
}

function unusedSchemes({ document, pathOf }: ResolvedDocument, { credentials }: Use): readonly Limitation[] {
  const { securitySchemes = {} } = (document as OpenAPIV3_1.Document).components ?? {};
  return Object.entries(securitySchemes).flatMap(([name, each]) => {
    const scheme = each as OpenAPIV3_1.SecuritySchemeObject;
    const kind = scheme.type === "http" ? `http ${scheme.scheme.toLowerCase()}` : scheme.type;
    if (!credentials.test(kind))
      return [{ path: pathOf(scheme), sentence: `${name} is of type ${kind}: no such credential is sent` }];
    if (scheme.type !== "apiKey" || scheme.in === "query") return [];
    const fault = faultOfName(scheme.name, scheme.in);
    return fault === undefined ? [] : [{ path: [...pathOf(scheme), "name"], sentence: `${name}: ${fault}` }];
  });
}

function unusedOf({ method, parameters, body, responses }: Operation, use: Use): readonly string[] {
  const elsewhere = parameters.filter((each) => each.required && !use.parameters.includes(each.in));
  const sent = (body?.contents ?? []).map(({ mediaType }) => mediaType.split(";")[0]?.trim() ?? "");
  const answered = [...responses.values()].flatMap(({ contents }) =>
    contents.map(({ mediaType }) => mediaType),
  );
  const unsent = use.responses !== undefined || !sent.some((type) => use.bodies.test(type)) ? sent : [];
  const unjudged = use.responses === undefined ? [] : answered;
  const types = new Set([
    ...unsent.filter((type) => !use.bodies.test(type)),
    ...unjudged.filter((type) => use.responses?.test(type) === false),
  ]);
  return [
    ...(use.methods.includes(method) ? [] : [`the method ${method} is not called`]),
    ...elsewhere.map(({ name, in: where }) => `${name} is required in a ${where}, which is not filled`),
    ...[...types].map((type) => `content of type ${type} is neither sent nor judged`),
  ];
}
