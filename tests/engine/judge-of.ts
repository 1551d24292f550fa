import { upgradeDocument } from "../../src/description/description.js";
import type { Contract } from "../../src/description/index.js";
import { createSchemaValidator } from "../../src/schema/index.js";

/** The judge of a description that has nothing but schemas. */
export function judgeOf(schemas: Readonly<Record<string, unknown>>, openapi = "3.1.0") {
  const document = upgradeDocument({ openapi, components: { schemas } });
  return createSchemaValidator({ document, operations: new Map() } as unknown as Contract);
}
