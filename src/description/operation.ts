/** A JSON Schema (2020-12) as it stands in the interface description, references included. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the interface. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** Relative to the base address, for example `/books/{bookId}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The body's media type and schema; absent where the operation takes none. */
  readonly body?: { readonly mediaType: string; readonly schema: Schema };
  /** Documented status → JSON Pointer to the schema of its body. */
  readonly responses: ReadonlyMap<number, string>;
  readonly deprecated: boolean;
}

interface MediaTypes {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** An operation as openapi.yaml writes it down (checked by `openapiShape`). */
export interface OperationSource {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Omit<Parameter, "required"> & { readonly required?: boolean })[];
  readonly requestBody?: MediaTypes;
  readonly responses: Readonly<Record<string, { readonly $ref?: string } & Partial<MediaTypes>>>;
  readonly "x-removal-date"?: string;
}

/** openapi.yaml, as far as the harness reads it. */
export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly "x-version-segment": string;
  readonly paths: Readonly<
    Record<string, { readonly get?: OperationSource; readonly post?: OperationSource }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, MediaTypes>>;
  };
}

/** The operations of a checked document, by id. */
export function deriveOperations(document: OpenApiDocument): ReadonlyMap<string, Operation> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) => [
    ...(item.get ? [deriveOperation(document, "GET", path, item.get)] : []),
    ...(item.post ? [deriveOperation(document, "POST", path, item.post)] : []),
  ]);
  return new Map(operations.map((operation) => [operation.id, operation]));
}

/** Follows a schema's `$ref`, and folds an `allOf` of objects into one object. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return target === undefined ? schema : resolveSchema(document, target);
  }
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((part) => resolveSchema(document, part));
  return {
    type: "object",
    required: parts.flatMap((part) => part.required ?? []),
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>,
  };
}

function deriveOperation(
  document: OpenApiDocument,
  method: Operation["method"],
  path: string,
  source: OperationSource,
): Operation {
  const [mediaType, body] = Object.entries(source.requestBody?.content ?? {})[0] ?? [];
  return {
    id: source.operationId,
    method,
    path,
    parameters: (source.parameters ?? []).map((each) => ({ ...each, required: each.required ?? false })),
    ...(mediaType !== undefined && body !== undefined ? { body: { mediaType, schema: body.schema } } : {}),
    responses: new Map(
      Object.entries(source.responses).map(([status, response]) => [
        Number(status),
        schemaPointer(
          document,
          response,
          `#/paths/${escapePart(path)}/${method.toLowerCase()}/responses/${status}`,
        ),
      ]),
    ),
    deprecated: source.deprecated ?? false,
  };
}

function schemaPointer(
  document: OpenApiDocument,
  response: { readonly $ref?: string } & Partial<MediaTypes>,
  place: string,
): string {
  const named = response.$ref?.split("/").at(-1);
  const content = named === undefined ? response.content : document.components.responses?.[named]?.content;
  return (
    content?.["application/json"]?.schema.$ref ?? `${response.$ref ?? place}/content/application~1json/schema`
  );
}

/** As a part of a JSON Pointer in a URI. */
function escapePart(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
