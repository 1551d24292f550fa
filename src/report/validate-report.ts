import { loadReportSchema, type Report } from "../run/index.js";
import { safeText } from "./safe-text.js";

const { reportSchema } = await loadReportSchema();

/** Holds a value against the schema of reports. Returns the report, or the first mistake in it as a sentence. */
export function validateReport(value: unknown): Report | string {
  const { data, error } = reportSchema.safeParse(value, { reportInput: true });
  if (data !== undefined) return data;
  const [issue] = error.issues;
  if (issue === undefined) return "it is not as it should be";
  const place = issue.path.map((part) => safeText(String(part), 60)).join(" › ");
  return `${place === "" ? "it" : place} ${describeIssue(issue)}`;
}

type Issue = NonNullable<ReturnType<typeof reportSchema.safeParse>["error"]>["issues"][number];

function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== "custom") return "is missing";
  switch (issue.code) {
    case "unrecognized_keys":
      return `has ${safeText(issue.keys[0] ?? "", 60)}, which is not known`;
    case "invalid_type":
      return `must be ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "custom":
      return issue.message;
    default:
      return `is not as it should be (${safeText(issue.message, 200)})`;
  }
}
