import { Ajv } from "ajv";
import { broken, type Item, type Rule, type Rules, schemaOf } from "./framework-rules.js";

/** What a validator makes of a body: the item that is stored, or what is wrong, by member. */
export type Judged =
  | { readonly item: Item }
  | { readonly problems: Readonly<Record<string, readonly string[]>> };

/** How a framework validates and converts, as its documentation and source say. */
export interface Framework {
  readonly status: 400 | 422;
  /** The body of a refusal. */
  readonly refusal: (problems: Readonly<Record<string, readonly string[]>>) => object;
  readonly judge: (rules: Rules, sent: Item, isPartial: boolean) => Judged;
  /** Is a request without a body refused before its members are looked at? */
  readonly needsBody: boolean;
  /** Is the query validated by the rules of a body? Else an unknown word finds nothing, and sizes of pages are clamped. */
  readonly validatesQueries: boolean;
}

/** A value that has not the type and cannot be converted. */
const wrong = Symbol("wrong");
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const isNumeric = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text);
const isTime = (value: unknown): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(`${value}`);

/** Converts a value, or says that it is wrong; undefined where the member is dropped or counts as absent. */
type Cast = (value: unknown, rule: Rule) => unknown;

/** Casts each member of the rules, and then asserts the rest; members without a rule are dropped. */
function castFirst(
  cast: Cast,
  { asserts = true, absent }: { readonly asserts?: boolean; readonly absent?: (rule: Rule) => unknown } = {},
): Framework["judge"] {
  return (rules, sent, isPartial) => {
    const problems: Record<string, readonly string[]> = {};
    const item: Record<string, unknown> = {};
    for (const [name, rule] of Object.entries(rules)) {
      const raw = sent[name];
      const value = raw === undefined ? undefined : cast(raw, rule);
      if (value === wrong) problems[name] = ["is not valid"];
      else if (value === undefined) {
        if (asserts && rule.required && !isPartial) problems[name] = ["is required"];
        if (absent !== undefined) item[name] = absent(rule);
      } else {
        const found = asserts ? broken(rule, value) : [];
        if (found.length > 0) problems[name] = found;
        item[name] = value;
      }
    }
    return Object.keys(problems).length > 0 ? { problems } : { item };
  };
}

/**
 * Ruby on Rails: `permit` drops what is no scalar, or no list of scalars; attributes are cast (ActiveModel::Type), and the
 * numericality of those that are validated is judged on what was sent.
 */
const castByRails: Cast = (value, rule) => {
  const { type, format, minimum, maximum } = rule;
  if (type === "array") return Array.isArray(value) && !value.some(isObject) ? value.map(String) : undefined;
  if (isObject(value) || value === null) return undefined;
  const isValidated = minimum !== undefined || maximum !== undefined;
  const text = `${value}`;
  if (type === "integer" || type === "number") {
    const isInteger = type === "number" || Number.isInteger(Number(text));
    if (isValidated && !(isNumeric(text) && isInteger)) return wrong;
    if (typeof value === "boolean") return Number(value);
    if (text.trim() === "") return undefined;
    const number = Number.parseFloat(text);
    return Number.isNaN(number) ? 0 : type === "integer" ? Math.trunc(number) : number;
  }
  if (type === "boolean") return text === "" ? undefined : !/^(false|f|off|0)$/i.test(text);
  if (format === "date-time") return isTime(value) ? value : undefined;
  if (rule.required && text.trim() === "") return undefined;
  return typeof value === "boolean" ? text.slice(0, 1) : text;
};

/** NestJS with `ValidationPipe({ whitelist: true })`: class-validator judges what was sent; `@IsOptional` skips null. */
const castByNest: Cast = (value, { type, format, required }) => {
  if (value === null) return required ? wrong : undefined;
  const isRight = {
    string: typeof value === "string" && (format === undefined || isTime(value)),
    integer: Number.isInteger(value),
    number: typeof value === "number",
    boolean: typeof value === "boolean",
    array: Array.isArray(value) && value.every((each) => typeof each === "string"),
  };
  return isRight[type] ? value : wrong;
};

/** NestJS with `transform` and `enableImplicitConversion`: class-transformer calls `String`, `Number` and `Boolean` first. */
const castByNestImplicitly: Cast = (value, rule) => {
  const convert = { string: String, integer: Number, number: Number, boolean: Boolean, array: undefined }[
    rule.type
  ];
  const converted = value === null || convert === undefined ? value : convert(value);
  return Number.isNaN(converted) ? wrong : castByNest(converted, rule);
};

/** Django REST framework: fields of a serializer, which trim texts, take numbers for texts, and refuse null. */
const castByDjango: Cast = (value, { type, format }) => {
  if (value === null) return wrong;
  const text = typeof value === "string" ? value.trim() : `${value}`;
  if (type === "array")
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : wrong;
  if (isObject(value)) return wrong;
  if (type === "string" && format !== undefined) return isTime(text) ? text : wrong;
  if (type === "string") return typeof value === "boolean" || text === "" ? wrong : text;
  if (type === "boolean") {
    if (/^(t|y|yes|true|on|1)$/i.test(text)) return true;
    return /^(f|n|no|false|off|0)$/i.test(text) ? false : wrong;
  }
  if (typeof value === "boolean" || !isNumeric(text)) return wrong;
  return type === "integer" && !Number.isInteger(Number(text)) ? wrong : Number(text);
};

/** Laravel: texts are trimmed and empty ones become null; `nullable` where nothing is required; `boolean` takes 0 and 1. */
const castByLaravel: Cast = (raw, { type, format, required }) => {
  const value = typeof raw === "string" && raw.trim() === "" ? null : raw;
  if (value === null) return required ? wrong : undefined;
  if (type === "array") {
    const all = Array.isArray(value) ? value : isObject(value) ? Object.values(value as object) : [null];
    return all.every((each) => typeof each === "string") ? all : wrong;
  }
  if (isObject(value)) return wrong;
  if (type === "boolean")
    return [true, false, 0, 1, "0", "1"].includes(value as never) ? Boolean(Number(value)) : wrong;
  if (type === "string") {
    if (typeof value !== "string") return wrong;
    return format === undefined ? value.trim() : isTime(value) ? value : wrong;
  }
  const isRight = type === "number" ? isNumeric(`${value}`) : /^-?\d+$/.test(`${Number(value)}`);
  return isRight ? Number(value) : wrong;
};

/** Spring with Jackson's defaults: scalars become texts, fractions are cut, words of enums and types are strict. */
const castByJackson: Cast = (value, rule) => {
  const { type, format, enum: words } = rule;
  if (value === null) return undefined;
  if (type === "array") return Array.isArray(value) && !value.some(isObject) ? value.map(String) : wrong;
  if (isObject(value)) return wrong;
  if (type === "string" && format !== undefined) return isTime(value) ? value : wrong;
  if (type === "string") return words !== undefined && !words.includes(`${value}`) ? wrong : `${value}`;
  if (type === "boolean") {
    if (typeof value === "number") return value !== 0;
    return /^(true|false)$/i.test(`${value}`) ? `${value}`.toLowerCase() === "true" : wrong;
  }
  if (value === "") return undefined;
  if (typeof value === "boolean" || !isNumeric(`${value}`)) return wrong;
  if (typeof value === "string" && type === "integer" && value.includes(".")) return wrong;
  return type === "integer" ? Math.trunc(Number(value)) : Number(value);
};

/** FastAPI with pydantic in lax mode: numeric texts are numbers, words such as `yes` are booleans, and texts are texts. */
const castByPydantic: Cast = (value, { type, format }) => {
  if (type === "array")
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : wrong;
  if (value === null || isObject(value)) return wrong;
  if (type === "string" && format !== undefined)
    return typeof value === "number" || isTime(value) ? value : wrong;
  if (type === "string") return typeof value === "string" ? value : wrong;
  if (type === "boolean") {
    if (/^(t|y|yes|true|on|1)$/i.test(`${value}`)) return true;
    return /^(f|n|no|false|off|0)$/i.test(`${value}`) ? false : wrong;
  }
  if (!isNumeric(`${Number(value)}`) || `${value}`.trim() === "") return wrong;
  return type === "integer" && !Number.isInteger(Number(value)) ? wrong : Number(value);
};

/** Go's `encoding/json`: types are strict, null changes nothing, and nothing else is validated. */
const castByGo: Cast = (value, { type, format }) => {
  if (value === null) return undefined;
  if (type === "array")
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : wrong;
  if (type === "integer") return Number.isInteger(value) ? value : wrong;
  if (typeof value !== type) return wrong;
  return format === undefined || isTime(value) ? value : wrong;
};

/** What a field of a struct holds before anything is decoded into it. */
const zeroOfGo = ({ type, format }: Rule): unknown =>
  format === "date-time"
    ? "0001-01-01T00:00:00Z"
    : { string: "", integer: 0, number: 0, boolean: false, array: null }[type];

/** PostgREST: Postgres reads the JSON of each column as a text of its type; bounds are CHECK constraints, lengths are `varchar`. */
const castByPostgres: Cast = (value, { type, format, required }) => {
  if (value === null) return required ? wrong : undefined;
  const text = isObject(value) ? JSON.stringify(value) : `${value}`;
  if (type === "array") return Array.isArray(value) ? value.map(String) : wrong;
  if (type === "string") return format === undefined || isTime(text) ? text : wrong;
  if (type === "boolean") {
    if (/^(t|tr|tru|true|y|ye|yes|on|1)$/i.test(text)) return true;
    return /^(f|fa|fal|fals|false|n|no|of|off|0)$/i.test(text) ? false : wrong;
  }
  const isRight = type === "integer" ? /^\s*-?\d+\s*$/.test(text) : isNumeric(text);
  return isRight ? Number(text) : wrong;
};

const formats = { "date-time": isTime };
const ajv = new Ajv({ coerceTypes: "array", removeAdditional: true, useDefaults: true, formats });
const compiled = new WeakMap<Rules, ReturnType<typeof ajv.compile>>();

/** Fastify's validator: Ajv with `coerceTypes`, `removeAdditional` and `useDefaults`. */
const judgeByFastify: Framework["judge"] = (rules, sent, isPartial) => {
  const item = structuredClone(sent);
  const validate = compiled.get(rules) ?? ajv.compile(schemaOf(rules, isPartial));
  compiled.set(rules, validate);
  if (validate(item)) return { item };
  return { problems: { body: [ajv.errorsText(validate.errors)] } };
};

const byMember = (problems: Readonly<Record<string, readonly string[]>>): object => problems;
const messages = (problems: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(problems).map(([name, found]) => `${name} ${found[0]}`);

const nest = {
  status: 400,
  refusal: (problems) => ({ statusCode: 400, message: messages(problems), error: "Bad Request" }),
  needsBody: false,
  validatesQueries: true,
} as const satisfies Omit<Framework, "judge">;
const spring = {
  status: 400,
  refusal: () => ({ status: 400, error: "Bad Request", path: "/tickets" }),
  needsBody: true,
  validatesQueries: true,
} as const satisfies Omit<Framework, "judge">;

export const frameworks = {
  "Rails' strong parameters": {
    status: 422,
    refusal: (problems) => ({ errors: problems }),
    judge: castFirst(castByRails),
    needsBody: false,
    validatesQueries: false,
  },
  "NestJS's ValidationPipe": { ...nest, judge: castFirst(castByNest) },
  "NestJS's ValidationPipe with implicit conversion": { ...nest, judge: castFirst(castByNestImplicitly) },
  "Django REST framework": {
    status: 400,
    refusal: byMember,
    judge: castFirst(castByDjango),
    needsBody: false,
    validatesQueries: false,
  },
  Laravel: {
    status: 422,
    refusal: (problems) => ({ message: messages(problems)[0], errors: problems }),
    judge: castFirst(castByLaravel),
    needsBody: false,
    validatesQueries: true,
  },
  "Spring with @Valid": { ...spring, judge: castFirst(castByJackson) },
  "Spring without @Valid": { ...spring, judge: castFirst(castByJackson, { asserts: false }) },
  "FastAPI with pydantic": {
    status: 422,
    refusal: (problems) => ({ detail: messages(problems).map((msg) => ({ loc: ["body"], msg })) }),
    judge: castFirst(castByPydantic),
    needsBody: true,
    validatesQueries: true,
  },
  Fastify: {
    status: 400,
    refusal: (problems) => ({ statusCode: 400, code: "FST_ERR_VALIDATION", message: messages(problems)[0] }),
    judge: judgeByFastify,
    needsBody: true,
    validatesQueries: true,
  },
  "Go's encoding/json": {
    status: 400,
    refusal: byMember,
    judge: castFirst(castByGo, { asserts: false, absent: zeroOfGo }),
    needsBody: true,
    validatesQueries: false,
  },
  PostgREST: {
    status: 400,
    refusal: (problems) => ({ code: "23514", details: null, hint: null, message: messages(problems)[0] }),
    judge: castFirst(castByPostgres),
    needsBody: true,
    validatesQueries: true,
  },
} as const satisfies Readonly<Record<string, Framework>>;
