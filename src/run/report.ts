import type { z } from "zod";
import type { reportSchema } from "./report-schema.js";

/** The same value, of which nothing can be changed. */
export type Immutable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
  : Value;

/** Everything a run leaves behind: `report.json`. Plain data. */
export type Report = Immutable<z.infer<typeof reportSchema>>;
/** One thing that the user says of an interface beside its description, and what became of it. */
export type KnowledgeUse = NonNullable<Report["run"]["knowledge"]>[number];
/** The verdict of a run on one requirement. */
export type Verdict = Report["requirements"][number]["verdict"];
/** The conclusion of a run, in one sentence, with how much was tested. */
export type Conclusion = Report["conclusion"];
/** One requirement and its verdict. */
export type RequirementReport = Report["requirements"][number];
/** The outcome of a waiver in a run. */
export type WaiverOutcome = NonNullable<RequirementReport["waiver"]>;
/** One way in which a requirement is broken, with its smallest counterexample. */
export type FindingReport = Report["findings"][number];
/** Whether a finding can be believed. */
export type Confirmation = FindingReport["confirmation"];
/** One request and what came back. */
export type ExchangeReport = FindingReport["exchanges"][number];
/** A body as text, or as base64 where it is no text. */
export type BodyReport = NonNullable<ExchangeReport["request"]["body"]>;
/** An exchange of the log; `renderCurl` makes its command line. */
export type LoggedExchange = Report["exchanges"]["entries"][number];
