import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { addressOf, plainPath, soundsHarmful } from "../../../model/index.js";
import { type ApiScenario, makeRequest } from "../requests/baseline.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import {
  asManyAsFit,
  refusedOrServed,
  sendUnexpected,
  type Unexpected,
} from "../requests/unexpected-input.js";

/** A value of a parameter of a path, not yet encoded. */
interface UnexpectedId extends Unexpected {
  readonly text: string;
}

/** Whatever stands in the path of a read in the place of an id, the server does not fail. */
export function unexpectedIdScenario(
  operation: Operation,
  { known }: Pick<Contract, "known">,
  operations: number,
): ApiScenario | undefined {
  const name = lastParameterOf(operation);
  if (operation.method !== "GET" || name === undefined) return undefined;
  const isFixed = operation.parameters.some((each) => each.name === name && each.isFixed === true);
  if (isFixed || soundsHarmful(name) || Object.hasOwn(known?.values ?? {}, name)) return undefined;
  return {
    id: `${slugOf(operation)}/server-error/unexpected-id`,
    title: `${operation.id} does not fail, whatever stands in its path as ${name}`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const known = t.state.learned.baselines.get(operation.id);
      // Also where no item is known: what is not found is refused.
      const { request } = known ?? makeRequest(() => validRequest(t.state, operation));
      for (const { label, text } of asManyAsFit(idsOf(operation, name, t.state.words.marker()), operations)) {
        const path = withId(operation, addressOf(request.path), name, text);
        await sendUnexpected(t, {
          ...at(request, { path }),
          label: `${name} ${label}`,
          accepts: refusedOrServed(operation),
        });
      }
    },
  };
}

/** The last parameter in a path that has a segment for itself. */
function lastParameterOf({ path }: Operation): string | undefined {
  return plainPath(path)
    .split("/")
    .flatMap((segment) => /^\{([\w.-]+)\}$/.exec(segment)?.[1] ?? [])
    .at(-1);
}

/** Ids of another kind, and such as are read in another way than others. The likeliest to be overlooked come first. */
function idsOf({ parameters }: Operation, name: string, word: string): readonly UnexpectedId[] {
  const described = parameters.find((each) => each.in === "path" && each.name === name);
  const type = typeOf(plainSchema(described?.schema ?? {}));
  const numbers = [
    { label: "is 1.5", text: "1.5" },
    { label: "is -1", text: "-1" },
    { label: "is beyond 32 bits", text: "2147483648" },
    { label: "is 0", text: "0" },
  ];
  return [
    { label: "is a word", text: word },
    { label: "is beyond 64 bits", text: "9223372036854775808" },
    { label: "has a quote in it, and a letter outside ASCII", text: "o'h\u00e9" },
    { label: "has 300 letters", text: "x".repeat(300) },
    ...(type === "integer" || type === "number" ? numbers : []),
  ];
}

/** The same address, with another value of a parameter. */
function withId({ path }: Operation, address: string, name: string, text: string): string {
  const template = path.split("/");
  const segments = address.split("/");
  // A quote may stand in a path as it is (RFC 3986, section 3.3), but not in every shell.
  const encoded = encodeURIComponent(text).replaceAll("'", "%27");
  return segments.map((each, index) => (template[index] === `{${name}}` ? encoded : each)).join("/");
}
