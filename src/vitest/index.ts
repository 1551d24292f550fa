/**
 * Pedigree in vitest: a test a requirement, all from one run of the server.
 *
 * @example
 * describeConformance({ start: () => app.listen(0), key: "the-key-of-your-tests" });
 */
export { type ConformanceOptions, describeConformance } from "./describe-conformance.js";
export type { Started } from "./started.js";
