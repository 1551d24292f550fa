import type { OpenAPIV3_1 } from "openapi-types";
import type { Path } from "./pointer.js";
import type { Part, References } from "./references.js";
import type { Schema } from "./schema.js";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** A method of HTTP that OpenAPI 3.1 knows. */
export type Method = Uppercase<(typeof methods)[number]>;

/** A parameter of an operation, or of its path. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header" | "cookie";
  readonly required: boolean;
  readonly schema: Schema;
}

/** What the description has for one media type; `pointer` leads to its schema in the document. */
export interface Content {
  readonly mediaType: string;
  readonly schema?: Schema;
  readonly pointer?: string;
}

/** What a response to an operation is, by the description. */
export interface ResponseSpec {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly contents: readonly Content[];
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  /** By their names. Source: OpenAPI 3.1, section 4.8.20. */
  readonly links: Readonly<Record<string, Link>>;
}

/** Where a response leads to: an operation, and what its parameters are then. */
export interface Link {
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Credentials that suffice together: the name of each and its scopes. Where there are none, no credential is needed. */
export type SecurityAlternative = Readonly<Record<string, readonly string[]>>;

/** One operation of the interface. Plain data. */
export interface Operation {
  /** The `operationId`; where there is none, the method and the path. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the base address, for example `/books/{bookId}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The body, as JSON where it may be, and all its media types; absent where the operation takes none. */
  readonly body?: {
    readonly mediaType: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly contents: readonly Content[];
  };
  /** By status as it is written in the description; use `responseTo` to find the one of a status code. */
  readonly responses: ReadonlyMap<string, ResponseSpec>;
  /** Any one of these is enough; empty where the operation is open to all. */
  readonly security: readonly SecurityAlternative[];
  /** There where the operation is deprecated. */
  readonly deprecation?: Deprecation;
}

/** What there is to know of a deprecated operation. */
export interface Deprecation {
  /** Until when it is there, for example `2030-12-05` (`x-removal-date`). */
  readonly removalDate?: string;
  /** Id of the operation to use in its place (`x-replacement`). */
  readonly replacement?: string;
}

/** What is described for a status code: by the code itself, else by its range, else by `default`. */
export function responseTo({ responses }: Operation, status: number): ResponseSpec | undefined {
  return (
    responses.get(`${status}`) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get("default")
  );
}

/** Of several contents the one that is JSON. */
export function jsonOf(contents: readonly Content[]): Content | undefined {
  return contents.find(({ mediaType }) => /^[^;]*[/+]json *(;|$)/i.test(mediaType));
}

/** The operations of a checked document, with the place at which each stands. */
export function deriveOperations(
  document: OpenAPIV3_1.Document,
  references: References,
): readonly { readonly operation: Operation; readonly path: Path }[] {
  const { members, member } = references;
  return members<OpenAPIV3_1.PathItemObject>({ value: document, path: [] }, "paths").flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const source = member<OpenAPIV3_1.OperationObject>(item, method);
      if (source === undefined) return [];
      const { operationId, deprecated = false, security = document.security ?? [] } = source.value;
      const operation: Operation = {
        id: operationId ?? `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Method,
        path,
        parameters: merge(parametersOf(item, references), parametersOf(source, references)),
        ...bodyOf(source, references),
        responses: responsesOf(source, references),
        security,
        ...(deprecated ? { deprecation: deprecationOf(source.value) } : {}),
      };
      return [{ operation, path: source.path }];
    }),
  );
}

/** A parameter of an operation replaces the one of its path that has its name and location. */
function merge(shared: readonly Parameter[], own: readonly Parameter[]): readonly Parameter[] {
  const isReplaced = (each: Parameter) =>
    own.some(({ name, in: at }) => name === each.name && at === each.in);
  return [...shared.filter((each) => !isReplaced(each)), ...own];
}

function deprecationOf(source: object): Deprecation {
  const { "x-removal-date": removalDate, "x-replacement": replacement } = source as {
    readonly "x-removal-date"?: string;
    readonly "x-replacement"?: { readonly operationId?: string };
  };
  return {
    ...(removalDate === undefined ? {} : { removalDate }),
    ...(replacement?.operationId === undefined ? {} : { replacement: replacement.operationId }),
  };
}

function parametersOf(part: Part<object>, references: References): readonly Parameter[] {
  return references.members<OpenAPIV3_1.ParameterObject>(part, "parameters").map(([, parameter]) => ({
    name: parameter.value.name,
    in: parameter.value.in as Parameter["in"],
    required: parameter.value.required ?? false,
    schema: schemaOf(parameter, references),
  }));
}

/** Of a parameter or a header, which has a schema of its own or is written in a media type. */
function schemaOf(part: Part<object>, references: References): Schema {
  return references.schemaOf(part)?.schema ?? contentsOf(part, references)[0]?.schema ?? {};
}

function bodyOf(operation: Part<object>, references: References): Pick<Operation, "body"> {
  const source = references.member<OpenAPIV3_1.RequestBodyObject>(operation, "requestBody");
  const contents = source === undefined ? [] : contentsOf(source, references);
  const preferred = jsonOf(contents) ?? contents[0];
  if (preferred === undefined) return {};
  const { mediaType, schema = {} } = preferred;
  return { body: { mediaType, schema, required: source?.value.required ?? false, contents } };
}

function contentsOf(part: Part<object>, references: References): readonly Content[] {
  return references
    .members(part, "content")
    .map(([mediaType, content]) => ({ mediaType, ...references.schemaOf(content) }));
}

function responsesOf(operation: Part<object>, references: References): Operation["responses"] {
  const { members } = references;
  const responses = members(operation, "responses").filter(([status]) => !status.startsWith("x-"));
  const specs = responses.map(([status, response]): ResponseSpec => {
    const headers = members<OpenAPIV3_1.HeaderObject>(response, "headers").map(([name, header]) => ({
      name,
      required: header.value.required ?? false,
      schema: schemaOf(header, references),
    }));
    const links = members<Link>(response, "links").map(([name, { value }]) => [name, value]);
    return {
      status,
      contents: contentsOf(response, references),
      headers,
      links: Object.fromEntries(links) as ResponseSpec["links"],
    };
  });
  return new Map(specs.map((spec) => [spec.status, spec]));
}
