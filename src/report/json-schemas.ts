import { z } from "zod";
import { loadReportSchema } from "../engine/index.js";
import { trendSchema } from "./trend/trend-schema.js";

const { reportSchema } = await loadReportSchema();

/** The JSON Schemas of the files that runs and trends leave behind, by the name under which `spec/` has them. */
export const jsonSchemas = {
  "report.schema.json": jsonSchemaOf(reportSchema),
  "trend.schema.json": jsonSchemaOf(trendSchema),
};

function jsonSchemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      // A format says it already, and so does "integer" for all that JavaScript can count.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}
