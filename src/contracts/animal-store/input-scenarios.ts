import * as fc from "fast-check";
import { type CataloguedContract, resolveSchema, type Schema } from "../../description/index.js";
import type { Dimension, RunState, Scenario } from "../../engine/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import type { Case } from "../../transport/index.js";
import {
  deriveInvalidJson,
  deriveMemberViolations,
  deriveNegativeBodies,
  deriveRareViolations,
  deriveWorseBodies,
  type MemberViolation,
  type NegativeBody,
  refusedBy,
  type Violates,
  withWrongMember,
} from "../../values/index.js";

/** The source of the bodies of creations. */
export interface BodySource<State extends RunState = RunState> {
  /** Four valid bodies that differ in their optional members; the last one has none. */
  valid(state: State): readonly [first: JsonObject, second: JsonObject, third: JsonObject, bare: JsonObject];
  /** Names under which the object might be looked for inside the body. */
  readonly wrappers: readonly string[];
  /** Members that might be taken for the required ones, by their names or by their number. */
  readonly lookalikes: JsonObject;
  /** A request with a body that has to be refused. */
  refused(state: State, body: RefusedBody): Case;
}

/** A body that has to be refused. */
export interface RefusedBody {
  readonly check: string;
  readonly label: string;
  readonly text: string;
  /** Absent: the operation's own media type. `null`: the header is left out. */
  readonly contentType?: string | null;
  /** Statuses with which it may be refused for how it is sent. */
  readonly orElse?: readonly number[];
}

/** From this number of bytes on, a server may refuse a body for its size. */
const longBody = 512;

/** The schema of a creation's body, its properties without references. */
export function bodySchema({ document, operations, roles }: CataloguedContract): Schema {
  const schema = resolveSchema(document, operations.get(roles.create)?.body?.schema ?? {});
  const properties = Object.entries(schema.properties ?? {})
    .map(([name, each]) => [name, resolveSchema(document, each)] as const)
    .filter(([, { readOnly }]) => readOnly !== true);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A scenario for each place of a body and each keyword of JSON Schema there, and for what is no JSON at all. */
export function bodyScenarios(contract: CataloguedContract, source: BodySource): readonly Scenario[] {
  const schema = bodySchema(contract);
  const first = (state: RunState): JsonObject => source.valid(state)[0];
  const refusal = (
    id: string,
    title: string,
    bodies: (state: RunState) => readonly Omit<RefusedBody, "check">[],
  ): Scenario => ({
    id,
    title,
    phase: "create",
    inputs: (state) => bodies(state).map((body) => refusedCase(source, state, { ...body, check: id })),
    run: (t, request) => t.send(request as Case),
  });

  const example = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, null]));
  const violations = new Map(
    deriveNegativeBodies(schema, example).map(({ violates }) => [idOf(violates), violates]),
  );
  return [
    ...[...violations].map(([id, { pointer, keyword }]): Scenario => {
      const name = pointer.slice(1);
      const title = `a body that violates ${keyword}${name === "" ? "" : ` of ${name}`} is refused`;
      return refusal(id, title, (state) =>
        negativeBodies(schema, source, state).filter(({ violates }) => idOf(violates) === id),
      );
    }),
    refusal("create/body/json", "a body that is not JSON is refused", (state) =>
      deriveInvalidJson(renderJson(first(state))).map(({ mistake, text }) => ({ label: mistake, text })),
    ),
    refusal("create/body/required", "an empty body is refused", () => [{ label: "an empty body", text: "" }]),
    refusal("create/body/content-type", "a valid body without a Content-Type header is refused", (state) => [
      { label: "no Content-Type header", text: renderJson(first(state)), contentType: null },
    ]),
  ];
}

/** The check that a violation fails where it is not refused. */
function idOf({ pointer, keyword }: Violates): string {
  return `create/body${pointer === "" ? "" : `/member${pointer}`}/${keyword}`;
}

/** A request with a body that has to be refused, for its size if for nothing else. */
function refusedCase(source: BodySource, state: RunState, body: RefusedBody): Case {
  return source.refused(state, { ...body, orElse: [...(body.orElse ?? []), ...refusalsForSize(body.text)] });
}

/** Statuses with which a body may be refused for its size, whatever else is wrong, and before the key is looked at. */
export function refusalsForSize(text: string): readonly number[] {
  return Buffer.byteLength(text) < longBody ? [] : [413];
}

/** Each keyword violated once in every way, and the required members left out of the other valid bodies, too. */
function negativeBodies(
  schema: Schema,
  { valid, wrappers, lookalikes }: BodySource,
  state: RunState,
): readonly SentBody[] {
  const [first, second, third, bare] = valid(state);
  const only = (keyword: Violates["keyword"], body: JsonObject): readonly NegativeBody[] =>
    deriveNegativeBodies(schema, body).filter(({ violates }) => violates.keyword === keyword);
  const send = (
    bodies: readonly NegativeBody[],
    how = "",
    more: Pick<RefusedBody, "contentType" | "orElse"> = {},
    length = 0,
  ): readonly SentBody[] =>
    bodies.map(({ violates, label, body }) => ({
      violates,
      label: `${label}${how}`,
      text: renderJson(body).padEnd(length),
      ...more,
    }));
  const withCharset = { contentType: "application/json; charset=utf-8", orElse: [415] };
  return [
    ...send(deriveNegativeBodies(schema, first)),
    ...send(deriveWorseBodies(schema, first, wrappers)),
    // Some servers forget to look at a body that comes in another way than usual.
    ...send(only("enum", withLongTexts(schema, first)).slice(0, 1), ", beside a long text", {
      orElse: [413, 422],
    }),
    ...send(only("required", second), ", with a charset", withCharset),
    ...send(only("required", { ...third, ...lookalikes }), ", but there are others"),
    ...send(only("required", bare), ", in 70,000 bytes", {}, 70_000),
  ];
}

type SentBody = Pick<NegativeBody, "violates"> & Omit<RefusedBody, "check">;

/** The body with each text in it as long as few are. */
function withLongTexts({ properties = {} }: Schema, body: JsonObject): JsonObject {
  const isFree = ({ type, enum: words, maxLength }: Schema): boolean =>
    type === "string" && words === undefined && maxLength === undefined;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isFree(properties[name] ?? {}) ? "Abcdefghij".repeat(24) : value,
    ]),
  );
}

/** The parts of a random body that has to be refused. */
interface RandomBody {
  readonly body: JsonObject;
  readonly violation: MemberViolation;
  /** The second violation, if it has one. */
  readonly second: MemberViolation | undefined;
  readonly indent: number;
  readonly contentType: string | undefined;
}

/** A scenario that sends valid bodies with one or two wrong members, written in different ways. */
export function randomBodies(contract: CataloguedContract, source: BodySource): Scenario {
  const scenario: Scenario<RunState, RandomBody> = {
    id: "create/body/random",
    title: "a body with any one or two wrong members is refused",
    phase: "random",
    inputs: () => [],
    dimensions: (state) => {
      const violations = violationsOf(contract);
      return {
        body: Object.fromEntries(source.valid(state).map((body, index) => [`${index}`, fc.constant(body)])),
        second: { none: fc.constant(undefined), ...violations },
        indent: { none: fc.constant(0), two: fc.constant(2) },
        contentType: {
          usual: fc.constant(undefined),
          "with a charset": fc.constant("application/json; charset=utf-8"),
        },
        violation: violations,
      };
    },
    run: (t, { body, violation, second, indent, contentType }) => {
      const others = second === undefined ? body : withWrongMember(body, second);
      const sent = {
        check: idOf(violation.violates),
        label: violation.label,
        text: renderJson(withWrongMember(others, violation), indent),
        ...(contentType === undefined ? {} : { contentType, orElse: [415] }),
      };
      return t.send(refusedCase(source, t.state, sent));
    },
  };
  return scenario as Scenario;
}

/** Everything that may be wrong with a member: a class for each member and keyword. */
function violationsOf(contract: CataloguedContract): Dimension {
  const schema = bodySchema(contract);
  const violations = [...deriveMemberViolations(schema), ...deriveRareViolations(schema)];
  const classes: Record<string, fc.Arbitrary<MemberViolation>> = {};
  for (const first of violations) {
    const { member, violates } = first;
    const name = idOf(violates);
    if (name in classes) continue;
    const alike = violations.filter((each) => idOf(each.violates) === name);
    const isDrawn = violates.keyword === "type" || violates.keyword === "enum";
    const values = isDrawn ? refusedBy(schema.properties?.[member] ?? {}) : undefined;
    const drawn = values?.map(
      (value): MemberViolation => ({ ...first, label: `${member} at random`, value }),
    );
    classes[name] = fc.oneof(fc.constantFrom(...alike), ...(drawn === undefined ? [] : [drawn]));
  }
  return classes;
}
