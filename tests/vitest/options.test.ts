import { expect, it } from "vitest";
import { type ConformanceOptions, describeConformance } from "../../src/vitest/index.js";

it("describeConformance refuses options that there are not, all at once, with the nearest name", () => {
  const options = { target: "http://localhost:1", profil: "gate", onlly: ["LIST"] } as ConformanceOptions;
  expect(() => describeConformance(options)).toThrow(
    "describeConformance has no option profil; did you mean profile?\ndescribeConformance has no option onlly; did you mean only?",
  );
});
