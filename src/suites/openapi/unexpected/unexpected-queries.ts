import type { Contract, Operation, Parameter } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { addressOf, soundsHarmful } from "../../../model/index.js";
import { type ApiScenario, baselineOf } from "../requests/baseline.js";
import { inText } from "../requests/parameter-styles.js";
import { madeFor } from "../requests/parameter-values.js";
import { slugOf } from "../requests/requests.js";
import {
  asManyAsFit,
  refusedOrServed,
  sendUnexpected,
  type Unexpected,
} from "../requests/unexpected-input.js";

/** A parameter, with its values in the query. */
interface UnexpectedParameter extends Unexpected {
  readonly name: string;
  readonly values: readonly string[];
}

/** Parameters of one operation that are tried in each way. */
const mostParameters = 4;

/** By kind: one parameter in another form than a server may expect. */
const kinds = {
  value: (parameter: Parameter): UnexpectedParameter | undefined => {
    const { name, schema } = parameter;
    const plain = plainSchema(schema);
    const type = typeOf(plain);
    if (type === "integer" || type === "number")
      return { name, label: `${name} is beyond 64 bits`, values: ["9223372036854775808"] };
    if (type !== "string" || plain.enum !== undefined) return undefined;
    return { name, label: `${name} has quotes in it, and a letter outside ASCII`, values: ["o'h\u00e9\""] };
  },
  twice: (parameter: Parameter): UnexpectedParameter | undefined => {
    const { name, schema } = parameter;
    const made = madeFor(parameter);
    // A list may be written so.
    if (typeOf(plainSchema(schema)) === "array" || made === undefined) return undefined;
    return { name, label: `${name} is given twice`, values: [inText(made), inText(made)] };
  },
  empty: ({ name }: Parameter): UnexpectedParameter => ({ name, label: `${name} is empty`, values: [""] }),
} as const;

/** However the parameters of a read are written, the server does not fail. */
export function unexpectedQueryScenario(
  operation: Operation,
  { known }: Pick<Contract, "known">,
  operations: number,
): ApiScenario | undefined {
  const parameters = operation.parameters
    .filter(
      (each) => isPlain(each) && !soundsHarmful(each.name) && !Object.hasOwn(known?.values ?? {}, each.name),
    )
    .slice(0, mostParameters);
  if (operation.method !== "GET" || parameters.length === 0) return undefined;
  return {
    id: `${slugOf(operation)}/server-error/unexpected-query`,
    title: `${operation.id} does not fail, however its parameters are written`,
    phase: "read",
    inputs: () => Object.keys(kinds),
    run: async (t, input) => {
      const { request } = baselineOf(t, operation);
      const others = parameters.flatMap((each) => kinds[input as keyof typeof kinds](each) ?? []);
      for (const { label, name, values } of asManyAsFit(others, operations))
        await sendUnexpected(t, {
          ...request,
          path: withParameter(request.path, name, values),
          label,
          accepts: refusedOrServed(operation),
        });
    },
  };
}

/** Is it written as a name and a text? */
function isPlain({ in: where, isJson = false, isFixed = false, style, schema }: Parameter): boolean {
  if (isFixed) return false;
  return where === "query" && !isJson && style !== "deepObject" && typeOf(plainSchema(schema)) !== "object";
}

/** The same path, with these values of a parameter in its query and no others of it. */
function withParameter(path: string, name: string, values: readonly string[]): string {
  const key = encodeURIComponent(name);
  const kept = (path.split("?")[1] ?? "")
    .split("&")
    .filter((each) => each !== "" && !each.startsWith(`${key}=`));
  const own = values.map((each) => `${key}=${encodeURIComponent(each).replaceAll("'", "%27")}`);
  return `${addressOf(path)}?${[...kept, ...own].join("&")}`;
}
