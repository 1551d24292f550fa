import type { Operation } from "../../description/index.js";
import { isUndecided, plainSchema } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { conditionalPlaces, type DescribedPlace, pointerTo } from "../../model/index.js";
import { aboutPlace } from "./about-place.js";
import type { Violation } from "./violation.js";

/** Members that are left out, although others are there that ask for them, or that are there although they may not be. */
export function dependentViolations(
  operation: Operation,
  valid: Json | undefined,
  inBody: readonly DescribedPlace[],
): readonly Violation[] {
  const { body } = operation;
  if (body === undefined) return [];
  const whole: DescribedPlace = {
    place: { in: "body", path: [] },
    schema: body.schema as DescribedPlace["schema"],
    isRequired: true,
    valid,
  };
  return [
    ...[whole, ...inBody].flatMap((each) => [...withoutDependent(each), ...withForbidden(each)]),
    ...conditionalPlaces(operation, inBody).map(({ place, beside }): Violation => {
      const label = `${pointerTo(place)} is left out, although ${beside} asks for it`;
      return { place, keyword: "if", about: aboutPlace({ place, keyword: "if" }), label, beside };
    }),
  ];
}

function withoutDependent({ place, schema, valid }: DescribedPlace): readonly Violation[] {
  if (isUndecided(schema) || !isJsonObject(valid)) return [];
  const { dependentRequired = {}, required = [] } = plainSchema(schema);
  return Object.entries(dependentRequired).flatMap(([beside, names]) =>
    names
      .filter(
        (name) => !required.includes(name) && [name, beside].every((each) => Object.hasOwn(valid, each)),
      )
      .slice(0, 1)
      .map((name): Violation => {
        const own = { ...place, path: [...place.path, name] };
        const about = aboutPlace({ place: own, keyword: "dependentRequired" });
        const label = `${pointerTo(own)} is left out, although there is ${beside}`;
        return { place: own, keyword: "dependentRequired", about, label, beside };
      }),
  );
}

/** A member that is forbidden by its name. */
function withForbidden({ place, schema, valid }: DescribedPlace): readonly Violation[] {
  if (isUndecided(schema) || !isJsonObject(valid)) return [];
  const { not = {}, properties = {} } = plainSchema(schema);
  const [name, ...others] = not.required ?? [];
  const isAlone = Object.keys(not).every((keyword) => keyword === "required" || keyword === "type");
  if (name === undefined || others.length > 0 || !isAlone || Object.hasOwn(properties, name)) return [];
  const own = { ...place, path: [...place.path, name] };
  const label = `there is ${pointerTo(own)}, which the schema forbids`;
  return [
    {
      place: own,
      keyword: "not",
      about: aboutPlace({ place: own, keyword: "not" }),
      label,
      value: "unknown",
    },
  ];
}
