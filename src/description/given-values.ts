import type { Knowledge } from "./contract.js";

/** The values that a user gives, by the names of parameters and members. */
type Values = Readonly<Record<string, unknown>>;

/** The values for all operations, and for single ones. */
export type GivenValues = Pick<Knowledge, "values" | "valuesOf">;

/** Returns the values that are given for an operation: its own before those of all. */
export function valuesFor({ values, valuesOf = {} }: GivenValues, { id }: { readonly id: string }): Values {
  return Object.hasOwn(valuesOf, id) ? { ...values, ...valuesOf[id] } : values;
}

/** Returns the given values by `operation.member` apart from those by `member`. The longest operation id that fits is meant. */
export function splitByOperation(stated: Values, operations: Iterable<string>): GivenValues {
  const ids = [...operations].sort((left, right) => right.length - left.length);
  const values: Record<string, unknown> = {};
  const valuesOf: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(stated)) {
    const id = ids.find((each) => key.startsWith(`${each}.`) && key.length > each.length + 1);
    if (id === undefined) values[key] = value;
    else valuesOf[id] = { ...valuesOf[id], [key.slice(id.length + 1)]: value };
  }
  return { values, valuesOf };
}
