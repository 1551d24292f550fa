import { base } from "./base.js";
import { colors } from "./colors.js";
import { evidence } from "./evidence.js";
import { figures } from "./figures.js";
import { overview } from "./overview.js";
import { print } from "./print.js";

/** The style sheet of the report. */
export const style = [colors, base, overview, evidence, figures, print].join("\n");
