import * as fc from "fast-check";
import type { CataloguedContract } from "../description/index.js";
import {
  type Dimension,
  deriveRareViolations,
  deriveViolations,
  refusedBy,
  type Violation,
  violate,
} from "../generate/index.js";
import { type JsonObject, renderJson } from "../json/index.js";
import { type BodySource, bodySchema, idOf, refusedCase } from "./input.js";
import type { Scenario } from "./scenario.js";
import type { RunState } from "./state.js";

/** The parts of a random body that has to be refused. */
interface RandomBody {
  readonly body: JsonObject;
  readonly violation: Violation;
  /** The second violation, if it has one. */
  readonly second: Violation | undefined;
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
      const others = second === undefined ? body : violate(body, second);
      const sent = {
        check: idOf(violation.violates),
        label: violation.label,
        text: renderJson(violate(others, violation), indent),
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
  const violations = [...deriveViolations(schema), ...deriveRareViolations(schema)];
  const classes: Record<string, fc.Arbitrary<Violation>> = {};
  for (const first of violations) {
    const { member, violates } = first;
    const name = idOf(violates);
    if (name in classes) continue;
    const alike = violations.filter((each) => idOf(each.violates) === name);
    const isDrawn = violates.keyword === "type" || violates.keyword === "enum";
    const values = isDrawn ? refusedBy(schema.properties?.[member] ?? {}) : undefined;
    const drawn = values?.map((value): Violation => ({ ...first, label: `${member} at random`, value }));
    classes[name] = fc.oneof(fc.constantFrom(...alike), ...(drawn === undefined ? [] : [drawn]));
  }
  return classes;
}
