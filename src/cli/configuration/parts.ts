import { z } from "zod";
import { kinds } from "../values.js";

/** A text that says something. */
export const text = z.string().min(1).meta({ title: kinds.text.must });

/** An optional part of the file. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodOptional<Schema> {
  return schema.meta({ description }).optional();
}
