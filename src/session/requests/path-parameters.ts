import type { Operation, Parameter, Schema } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { isRead, plainPath } from "../../model/index.js";
import {
  type AnySchema,
  bareShape,
  NoValue,
  plainSchema,
  statedJson,
  valueIfAny,
} from "../../schema/index.js";
import { renderInPath, statedParameter } from "../../values/index.js";
import type { ApiState, KnownItem } from "../api-state.js";
import { givenParameter } from "../request-values.js";
import { shownValue } from "./shown-values.js";

/** The ids of items that are known, the run's own first, as they stand in a path. @throws NoValue where none is */
export function pathParametersOf(state: ApiState, described: Operation): Readonly<Record<string, string>> {
  const { id: operation, method, path, parameters } = described;
  const found: Record<string, string> = {};
  let concrete = path;
  for (const [placeholder, name = ""] of path.matchAll(/\{([^{}/]+)\}/g)) {
    const start = concrete.slice(0, concrete.indexOf(placeholder));
    const known = state.inventory.items.filter(
      (item) => item.resource.parameter === name && item.path.startsWith(start),
    );
    const parameter: Parameter = parameters.find((each) => each.in === "path" && each.name === name) ?? {
      name,
      in: "path",
      required: true,
      schema: {},
    };
    const own = parameter.isFixed === true ? statedValue(parameter) : ownFor(state, operation, known)?.id;
    // A read may ask for what is anyone's, or is not there; what changes something may not.
    const readable = isRead({ method })
      ? (known.at(0)?.id ??
        shownValue(state, described, parameter) ??
        statedValue(parameter) ??
        guessedValue(state, parameter.schema))
      : undefined;
    // An item in the middle of a path is not changed itself.
    const isParent = !plainPath(path).endsWith(placeholder);
    const isListed = known.length > 0 && state.requests.withoutGiven.has(operation);
    const mayBeGiven = own === undefined && !isListed && (isParent || isRead({ method }));
    const given = mayBeGiven ? givenParameter(state, described, parameter) : undefined;
    const id = own ?? given ?? readable;
    if (id === undefined) throw new NoValue(lackOf(name, { method, isParent }));
    found[name] = renderInPath(parameter, id);
    concrete = concrete.replace(placeholder, found[name]);
  }
  return found;
}

/** Knowledge of others' items is of no use where something is written. */
function lackOf(
  name: string,
  { method, isParent }: Pick<Operation, "method"> & { readonly isParent: boolean },
): string {
  if (isRead({ method })) return `no value of ${name} is known`;
  return isParent
    ? `the run has created no item for ${name}, and below others' items it writes only where "api: values" gives that id`
    : `the run has created no item for ${name}, and it changes no others`;
}

/** The item of the run that an operation is tried on: what actions do to theirs may be in the way of other requests. */
function ownFor(
  { fixtures: { next, addresses } }: ApiState,
  operation: string,
  known: readonly KnownItem[],
): KnownItem | undefined {
  const all = known.filter(({ own }) => own);
  const acted = all.filter(({ path }) => addresses.has(path));
  const usual = all.find((each) => !acted.includes(each));
  const aside = all.find(({ path }) => path === next.get(operation));
  return next.has(operation) ? (aside ?? acted.at(-1) ?? usual) : (usual ?? acted[0]);
}

/** A value that a description states: of an enumeration, or an example. */
function statedValue(parameter: Parameter): Json | undefined {
  const { enum: [word] = [] }: AnySchema = plainSchema(parameter.schema);
  return word === undefined ? statedParameter(parameter) : statedJson(word);
}

function guessedValue({ words: { marker } }: ApiState, schema: Schema): Json | undefined {
  const value = valueIfAny(schema, { marker, reference: () => undefined, shape: bareShape });
  const isEmpty = Array.isArray(value) && value.length === 0;
  return typeof value === "boolean" || isEmpty ? undefined : value;
}
