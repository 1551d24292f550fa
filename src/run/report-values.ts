import { z } from "zod";
import { verdicts } from "./verdicts.js";

/* The values that the parts of report.json are made of. */

/** A whole number, from 0 unless another is given. */
export const whole = (from = 0) => z.int().min(from);
/** A name → how many. */
export const counts = z.record(z.string(), whole());
/** In ms. */
export const time = z.number().min(0);
/** A keyword of ours. */
export const word = z.string().regex(/^[A-Za-z-]+$/);

/** The verdict on a requirement. */
export const verdictSchema = z.enum(verdicts);
/** How binding a requirement is. */
export const levelSchema = z.enum(["must", "implied", "advice", "open", "informative"]);
/** Of any letters, since it may name an operation of any description; nothing that controls a terminal. */
export const requirementId = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);
/** 128 random bits. */
export const runId = z.string().regex(/^[0-9a-f]{32}$/);
/** In ISO 8601. */
export const instant = z.iso.datetime({ offset: true });
