import type { OpenAPIV3_1 } from "openapi-types";
import type { Path } from "./file.js";
import { isObject, pointerOf, type ResolvedDocument, type Schema } from "./references.js";
import { type StatedFacts, statedFacts } from "./stated-facts.js";
import { streamKindOf } from "./stream-kinds.js";

export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

/** A method of HTTP that OpenAPI 3.2 knows. */
export type Method = Uppercase<(typeof methods)[number]>;

/** A parameter of an operation, or of its path. */
export interface Parameter {
  readonly name: string;
  /** `body`: it is a member of the body of a search, which is asked for as a list is. */
  readonly in: "query" | "path" | "header" | "cookie" | "body";
  readonly required: boolean;
  readonly schema: Schema;
  /** Its purpose, in words of the description's author. */
  readonly description?: string;
  /** How a list or an object is written; as usual in its place if absent. Source: OpenAPI 3.1, section 4.8.12.2. */
  readonly style?: string;
  readonly explode?: boolean;
  /** Is it written as JSON? */
  readonly isJson?: boolean;
  /** Values that the author has written for it, beside those of its schema. */
  readonly examples?: readonly unknown[];
  /** Is it sent with no value that its schema does not allow, since another may do harm? */
  readonly isFixed?: boolean;
}

/** How a member of a form is written. Source: OpenAPI 3.1, section 4.8.15. */
export interface Encoding {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
}

/** The entry of the description for one media type; `pointer` leads to its schema in the document. */
export interface Content {
  readonly mediaType: string;
  readonly schema?: Schema;
  readonly pointer?: string;
  /** Leads to the schema of one item, where the media type is a sequence of them. */
  readonly itemPointer?: string;
  /** Values that the author has written for the whole, beside those of its schema. */
  readonly examples?: readonly unknown[];
  /** By the names of members. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

/** A response to an operation, by the description. */
export interface ResponseSpec {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  /** Its purpose, in words of the description's author. */
  readonly description?: string;
  readonly contents: readonly Content[];
  readonly headers: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Schema;
    readonly description?: string;
  }[];
  /** By their names. Source: OpenAPI 3.1, section 4.8.20. */
  readonly links: Readonly<Record<string, Link>>;
}

/** Where a response leads to: an operation, and what its parameters are then. */
export interface Link {
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** One operation of the interface. Plain data. */
export interface Operation {
  /** The `operationId`; where there is none, the method and the path. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the base address, for example `/books/{bookId}`. */
  readonly path: string;
  /** Of a list or a creation: what the paths of its items begin with, where that has another word: `/silence` for `/silences`. */
  readonly itemsAt?: string;
  /** Its effect, in a few words of the description's author. */
  readonly summary?: string;
  /** The same at length. */
  readonly description?: string;
  /** The sentences about all operations of its method, which stand in the text about the whole interface: "PUT never creates anything." */
  readonly rules?: string;
  /** The text about the whole interface. */
  readonly ofInterface?: string;
  readonly parameters: readonly Parameter[];
  /** The body, as JSON where it may be, and all its media types; absent where the operation takes none. */
  readonly body?: {
    readonly mediaType: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly contents: readonly Content[];
    readonly examples?: readonly unknown[];
    readonly encoding?: Readonly<Record<string, Encoding>>;
  };
  /** By status as it is written in the description; use `responseTo` to find the one of a status code. */
  readonly responses: ReadonlyMap<string, ResponseSpec>;
  /** Does the user say that it refuses invalid input, although it describes no such response? */
  readonly refusesInput?: boolean;
  /** Said of it by the description, an overlay or the user. */
  readonly facts?: StatedFacts;
  /** Names and scopes of credentials. Any one of these is enough; none where the operation is open to all. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** There where the operation is deprecated. */
  readonly deprecation?: Deprecation;
}

/** The facts about a deprecated operation. */
export interface Deprecation {
  /** Until when it is there, for example `2030-12-05` (`x-removal-date`). */
  readonly removalDate: string | undefined;
  /** Id of the operation to use in its place (`x-replacement`). */
  readonly replacement: string | undefined;
}

/** Returns the response that is described for a status code: by the code itself, else by its range, else by `default`. */
export function responseTo({ responses }: Operation, status: number): ResponseSpec | undefined {
  return (
    responses.get(`${status}`) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get("default")
  );
}

/** Returns what an operation says of itself: its summary, as a sentence of its own, and its description. */
export function operationText({
  summary = "",
  description = "",
}: Pick<Operation, "summary" | "description">): string {
  return `${summary}. ${description}`;
}

/** A media type without its parameters, in small letters. Source: WHATWG MIME Sniffing, section 4.4. */
export function essenceOf(mediaType = ""): string {
  return mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Of several contents the one that is JSON. */
export function jsonOf(contents: readonly Content[]): Content | undefined {
  return contents.find(({ mediaType }) => /^[^;]*[/+]json *(;|$)/i.test(mediaType));
}

/** The examples of a parameter or of a media type, as they are written. */
interface Exemplified {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Exemplar>>;
}

/** One example. `dataValue` is OpenAPI 3.2's. */
interface Exemplar {
  readonly value?: unknown;
  readonly dataValue?: unknown;
  readonly serializedValue?: unknown;
}

/** The members that are read of a parameter, a header, a body and a response. */
interface DescribedMembers extends Exemplified {
  readonly description?: unknown;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, Pick<Content, "schema" | "encoding"> & Exemplified>>;
}

type PathOf = ResolvedDocument["pathOf"];

/** The operations of a checked document, with the place at which each stands. */
export function deriveOperations({
  document,
  pathOf,
}: ResolvedDocument): readonly { readonly operation: Operation; readonly path: Path }[] {
  const { paths = {}, security: usual = [], info } = document as OpenAPIV3_1.Document;
  return Object.entries(paths).flatMap(([path, item = {}]) =>
    methods.flatMap((method) => {
      const source = (item as Partial<Record<typeof method, OpenAPIV3_1.OperationObject>>)[method];
      if (source === undefined) return [];
      const { operationId, summary, description, deprecated = false, security = usual } = source;
      const own = parametersOf(source, pathOf);
      const isReplaced = (shared: Parameter): boolean =>
        own.some((each) => each.name === shared.name && each.in === shared.in);
      const operation: Operation = {
        id: operationId ?? `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Method,
        path,
        ...(typeof summary === "string" ? { summary } : {}),
        ...(typeof description === "string" ? { description } : {}),
        ...rulesOf(info?.description, method),
        ...(typeof info?.description === "string" ? { ofInterface: info.description } : {}),
        parameters: [...parametersOf(item, pathOf).filter((each) => !isReplaced(each)), ...own],
        ...bodyOf(source.requestBody as DescribedMembers | undefined, pathOf),
        responses: responsesOf(source, pathOf),
        security,
        ...statedFacts(document, source),
        ...(deprecated ? { deprecation: deprecationOf(source) } : {}),
      };
      return [{ operation, path: pathOf(source) }];
    }),
  );
}

/** The sentences of a text that name a method in capitals. */
function rulesOf(text: unknown, method: string): Pick<Operation, "rules"> {
  if (typeof text !== "string") return {};
  const name = new RegExp(`\\b${method.toUpperCase()}\\b`);
  const rules = text.split(/(?<=[.!?])\s+|\n\s*\n/).filter((each) => name.test(each));
  return rules.length === 0 ? {} : { rules: rules.join(" ").replaceAll(/\s+/g, " ") };
}

function parametersOf({ parameters = [] }: OpenAPIV3_1.PathItemObject, pathOf: PathOf): readonly Parameter[] {
  return (parameters as unknown as readonly (Parameter & DescribedMembers)[]).map((each) => ({
    name: each.name,
    in: each.in,
    ...fieldOf(each, pathOf),
    ...examplesIn(each),
    ...(typeof each.description === "string" ? { description: each.description } : {}),
    ...(each.style === undefined ? {} : { style: each.style }),
    ...(each.explode === undefined ? {} : { explode: each.explode }),
    ...("content" in each ? { isJson: true } : {}),
  }));
}

/** A parameter or a header has a schema of its own or is written in a media type. */
function fieldOf(described: DescribedMembers, pathOf: PathOf): { required: boolean; schema: Schema } {
  const schema = described.schema ?? contentsOf(described, pathOf)[0]?.schema ?? {};
  return { required: described.required ?? false, schema };
}

/** The values that examples hold. Where one only refers to a text elsewhere (`externalValue`), nothing is read. */
function examplesIn({ example, examples, content = {} }: DescribedMembers): Pick<Content, "examples"> {
  const named = Object.values(isObject(examples) ? examples : {}).flatMap((each) => {
    const { value, dataValue, serializedValue } = (each ?? {}) as Exemplar;
    return [dataValue ?? value ?? serializedValue];
  });
  const [inContent] = Object.values(content);
  const all = [example, ...named].filter((each) => each !== undefined);
  if (all.length > 0) return { examples: all };
  return inContent === undefined ? {} : examplesIn(inContent);
}

function contentsOf({ content = {} }: DescribedMembers, pathOf: PathOf): readonly Content[] {
  const contents = Object.entries(content).map(([mediaType, { schema, encoding, ...exemplified }]) => ({
    mediaType,
    ...(schema && { schema, pointer: pointerOf(pathOf(schema)) }),
    ...(streamKindOf(mediaType) && itemPointerOf(schema, pathOf)),
    ...examplesIn(exemplified),
    ...(encoding && { encoding }),
  }));
  // Where any type is said to do, JSON does.
  const any = contents.find((each) => /^(application|\*)\/\*$/.test(each.mediaType));
  return any === undefined || jsonOf(contents) !== undefined
    ? contents
    : [{ ...any, mediaType: "application/json" }, ...contents];
}

/** Leads to the schema of one item: that of a list is the one of its items. Source: OpenAPI 3.2, section 4.14.4. */
function itemPointerOf(schema: Schema | undefined, pathOf: PathOf): Pick<Content, "itemPointer"> {
  if (!isObject(schema)) return {};
  const { items } = schema as { readonly items?: unknown };
  return { itemPointer: pointerOf(pathOf(isObject(items) ? items : schema)) };
}

function bodyOf(source: DescribedMembers = {}, pathOf: PathOf): Pick<Operation, "body"> {
  const contents = contentsOf(source, pathOf);
  const preferred = jsonOf(contents) ?? contents[0];
  if (preferred === undefined) return {};
  const { mediaType, schema = {}, encoding, examples } = preferred;
  const required = source.required ?? false;
  const more = { ...(examples && { examples }), ...(encoding && { encoding }) };
  return { body: { mediaType, schema, required, contents, ...more } };
}

function responsesOf(
  { responses = {} }: OpenAPIV3_1.OperationObject,
  pathOf: PathOf,
): Operation["responses"] {
  const statuses = Object.keys(responses).filter((status) => !status.startsWith("x-"));
  const specOf = (status: string): ResponseSpec => {
    const { headers = {}, links = {}, ...response } = responses[status] as OpenAPIV3_1.ResponseObject;
    const { description } = response as { readonly description?: unknown };
    return {
      status,
      ...(typeof description === "string" ? { description } : {}),
      contents: contentsOf(response as DescribedMembers, pathOf),
      headers: Object.entries(headers as Readonly<Record<string, DescribedMembers>>).map(
        ([name, header]) => ({
          name,
          ...fieldOf(header, pathOf),
          ...(typeof header.description === "string" ? { description: header.description } : {}),
        }),
      ),
      links: links as ResponseSpec["links"],
    };
  };
  return new Map(statuses.map((status) => [status, specOf(status)]));
}

function deprecationOf(source: object): Deprecation {
  const { "x-removal-date": removalDate, "x-replacement": replacement } = source as {
    readonly "x-removal-date"?: string;
    readonly "x-replacement"?: { readonly operationId?: string };
  };
  return { removalDate, replacement: replacement?.operationId };
}
