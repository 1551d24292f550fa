import { startReferenceServer } from "../src/library/index.js";
import { readKey } from "../src/settings/keys.js";
import { describeConformance } from "../src/vitest/index.js";

/*
 * Target and key come from PEDIGREE_TARGET and PEDIGREE_API_KEY; without a target, the reference server is judged.
 */
const target = process.env["PEDIGREE_TARGET"];

if (target === undefined) {
  const key = "embedded-Key.42";
  describeConformance({
    name: "conformance of the reference server",
    start: () => startReferenceServer({ key }),
    key,
  });
} else {
  const { key } = readKey({ flags: {}, environment: process.env });
  describeConformance({ name: `conformance of ${target}`, target, key });
}
