/** A description that asks for values which take long to make, or much room. */
export type HostileDescription = readonly [name: string, description: object];

const json = (schema: object) => ({ "application/json": { schema } });
const idInPath = { name: "id", in: "path", required: true, schema: { type: "string" } };
const refused = { 400: { description: "no" }, 404: { description: "none" } };

/** Notes with a value of this schema, which are created, read, listed, replaced and removed; under as many paths. */
function notesWith(value: object, { paths = 1, schemas = {} } = {}): object {
  const properties = { id: { type: "string", readOnly: true }, value };
  const reference = { $ref: "#/components/schemas/Note" };
  const content = json(reference);
  const note = { type: "object", required: ["value"], properties };
  const requestBody = { required: true, content: json(note) };
  const shown = { 200: { description: "there", content }, ...refused };
  const all = { 200: { description: "all", content: json({ type: "array", items: reference }) } };
  const operations = times(paths, (index) => [
    [
      `/notes${index}`,
      {
        get: { operationId: `list${index}`, responses: all },
        post: {
          operationId: `add${index}`,
          requestBody,
          responses: { 201: { description: "done", content }, ...refused },
        },
      },
    ],
    [
      `/notes${index}/{id}`,
      {
        parameters: [idInPath],
        get: { operationId: `get${index}`, responses: shown },
        put: { operationId: `replace${index}`, requestBody: { required: true, content }, responses: shown },
        delete: { operationId: `remove${index}`, responses: { 204: { description: "gone" }, ...refused } },
      },
    ],
  ]).flat();
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: Object.fromEntries(operations),
    components: { schemas: { ...schemas, Note: note } },
  };
}

function times<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const text = (pattern: string) => ({ type: "string", pattern });

/** An object of so many members, each of which has to be there. */
function objectOf(count: number, member: (index: number) => object): object {
  const properties = Object.fromEntries(times(count, (index) => [`m${index}`, member(index)]));
  return { type: "object", required: Object.keys(properties), properties };
}

/** Schemas of which each is made of the next one. */
function nested(depth: number, innermost: object, around: (inner: object) => object): object {
  const link = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
  const links = times(depth, (index) => [`S${index}`, around(link(index + 1))]);
  return notesWith(link(0), { schemas: { ...Object.fromEntries(links), [`S${depth}`]: innermost } });
}

const nines = Array.from({ length: 9 }).reduce<string>((inner) => `(${inner}){9}`, "a");
const string = { type: "string" };

export const hostileDescriptions: readonly HostileDescription[] = [
  ["a text of 100,000 characters by its pattern", notesWith(text("^[\\s\\S]{100000}$"))],
  ["nine repetitions in each other, each of nine", notesWith(text(`^${nines}$`))],
  ["20,000 required members", notesWith(objectOf(20_000, () => string))],
  [
    "lookaheads before a long repetition",
    notesWith(text("^(?=.*[a-z])(?=.*\\d)(?=(a|aa)+$)[\\s\\S]{20000,}$")),
  ],
  [
    "a choice of fifty long texts",
    notesWith(text(`^(${times(50, (index) => `[a-z]{${20_000 + index}}`).join("|")})$`)),
  ],
  [
    "1,000 different items, each of a long text",
    notesWith({ type: "array", minItems: 1000, uniqueItems: true, items: text("^[a-z]{1000}$") }),
  ],
  [
    "20,000 required members, each with a pattern of its own",
    notesWith(objectOf(20_000, (index) => text(`^[a-z]{${1 + (index % 40)}}-${index}$`))),
  ],
  [
    "900 parts in each other",
    nested(900, string, (inner) => ({ allOf: [inner, { description: "a part", minLength: 1 }] })),
  ],
  ["900 lists in each other", nested(900, string, (items) => ({ type: "array", minItems: 9, items }))],
  [
    "texts of 99,000 to a thousand million characters",
    notesWith({ ...string, minLength: 99_000, maxLength: 1_000_000_000 }),
  ],
  [
    "tiny steps between huge numbers",
    notesWith({ type: "number", multipleOf: 1e-300, minimum: 1e300, maximum: 1.5e300 }),
  ],
  [
    "a choice of 5,000 objects",
    notesWith({ oneOf: times(5000, (index) => objectOf(2, () => ({ const: `kind${index}` }))) }),
  ],
  [
    "an enum of 500,000 words",
    notesWith({ enum: Array.from({ length: 500_000 }, (_, index) => `word${index}`) }),
  ],
  ["50 paths with a text of 50,000 characters each", notesWith(text("^[a-z]{50000}$"), { paths: 50 })],
  [
    "a map of 1,000 long names and texts",
    notesWith({
      type: "object",
      minProperties: 1000,
      propertyNames: text("^[a-z]{1000}$"),
      additionalProperties: text("^[a-z]{1000}$"),
    }),
  ],
  [
    "100 members of 99,000 characters each",
    notesWith(objectOf(100, () => ({ ...string, minLength: 99_000 }))),
  ],
];
