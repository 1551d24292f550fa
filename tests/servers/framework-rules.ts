/** What a description and a validator say of one member. */
export interface Rule {
  readonly type: "string" | "integer" | "number" | "boolean" | "array";
  readonly required?: true;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: "date-time";
  readonly maxItems?: number;
}

export type Rules = Readonly<Record<string, Rule>>;
export type Item = Readonly<Record<string, unknown>>;

/** One of each kind of member, and of each group of keywords at least three. */
export const ticketRules: Rules = {
  title: { type: "string", required: true, minLength: 1, maxLength: 60 },
  size: { type: "integer", required: true, minimum: 1, maximum: 100 },
  kind: { type: "string", enum: ["bug", "idea", "chore"] },
  code: { type: "string", pattern: "^[A-Z]{3}$" },
  note: { type: "string", minLength: 1, maxLength: 200 },
  comment: { type: "string" },
  effort: { type: "number" },
  spent: { type: "number" },
  count: { type: "integer" },
  flagged: { type: "boolean" },
  pinned: { type: "boolean" },
  due: { type: "string", format: "date-time" },
  labels: { type: "array", maxItems: 5 },
};

/** The schema by which a description states the rules. */
export function schemaOf(rules: Rules, isPartial = false): object {
  const properties = Object.entries(rules).map(([name, { required: _, ...rule }]) => [
    name,
    rule.type === "array" ? { ...rule, items: { type: "string" } } : rule,
  ]);
  const required = Object.keys(rules).filter((name) => rules[name]?.required);
  return {
    type: "object",
    ...(isPartial ? {} : { required }),
    properties: Object.fromEntries(properties) as object,
  };
}

/** The rules without one keyword of a member, as a validator has them in which somebody forgot it. */
export function without(rules: Rules, member: string, keyword: string): Rules {
  const { [keyword as "required"]: _, ...rule } = rules[member] ?? { type: "string" };
  return { ...rules, [member]: rule };
}

/** Which assertions a value breaks, once it has its type. */
export function broken(rule: Rule, value: unknown): readonly string[] {
  const { enum: words, minimum, maximum, minLength, maxLength, pattern, maxItems } = rule;
  const found = {
    enum: words !== undefined && !words.includes(`${value}`),
    minimum: minimum !== undefined && Number(value) < minimum,
    maximum: maximum !== undefined && Number(value) > maximum,
    minLength: minLength !== undefined && `${value}`.length < minLength,
    maxLength: maxLength !== undefined && `${value}`.length > maxLength,
    pattern: pattern !== undefined && !new RegExp(pattern).test(`${value}`),
    maxItems: maxItems !== undefined && Array.isArray(value) && value.length > maxItems,
  };
  return Object.entries(found).flatMap(([keyword, isBroken]) => (isBroken ? [keyword] : []));
}
