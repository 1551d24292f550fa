import { z } from "zod";

/** One thing that the configuration says of an interface, and what became of it. */
export const knowledgeSchema = z.strictObject({
  section: z.enum(["values", "leave-out", "allow", "ids", "computed", "statuses"]),
  name: z.string(),
  // Stale: the run would have been the same without it.
  status: z.enum(["used", "stale"]),
});
