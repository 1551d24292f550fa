import { createRequire } from "node:module";
import type { createColors } from "picocolors";
import type { Listener, RequirementReport, RunEvent, Verdict } from "../engine/index.js";
import { safeText } from "./safe-text.js";

/** Loaded for a terminal only. */
const load = createRequire(import.meta.url);

/** How a summary is to look. */
export interface SummaryOptions {
  readonly color: boolean;
  /** Every requirement, check and observation; else only what calls for attention. */
  readonly verbose: boolean;
  /** Where report.json was written, for the lines that refer to it; absent if it was not. */
  readonly reportPath?: string | undefined;
  /** Columns of the terminal; as long as a line gets, if absent. */
  readonly width?: number;
}

/** How much is shown of a run where not everything is asked for. */
export interface Room {
  /** Requirements with their findings in full. */
  readonly whole: number;
  /** Findings with a line each; of more, the first ones have, and sections with counts follow. */
  readonly lines: number;
  /** Entries of any other list. */
  readonly entries: number;
}

/** How a summary looks, what colours a text, and how much there is room for. */
export interface Style extends SummaryOptions {
  readonly colors: ReturnType<typeof createColors>;
  readonly room: Room;
}

/** How each verdict looks, in the order in which to read them. */
export const appearances = {
  failed: { sign: "✗", color: "red" },
  inconclusive: { sign: "?", color: "yellow" },
  warned: { sign: "!", color: "yellow" },
  untested: { sign: "-", color: "dim" },
  "not applicable": { sign: "·", color: "dim" },
  observed: { sign: "○", color: "cyan" },
  passed: { sign: "✓", color: "green" },
} as const satisfies Record<Verdict, object>;

/** A requirement on a line. */
export function head({ verdict, id, sentence, level, section }: RequirementReport, style: Style): string {
  const { colors } = style;
  const place = colors.dim(`[${level} · ${safeText(section)}]`);
  return hang(2, `${paint(verdict, "", style)} ${colors.bold(id)} ${safeText(sentence)} ${place}`, style);
}

/** The sign of a verdict and a text, in its colour. */
export function paint(
  verdict: Verdict,
  text: string,
  { colors }: Style,
  sign: string = appearances[verdict].sign,
): string {
  return colors[appearances[verdict].color](`${sign}${text}`);
}

/** A text whose further lines are indented; broken at words where the terminal is narrower than it. */
export function hang(indent: number, text: string, { width }: Pick<SummaryOptions, "width">): string {
  const lines = width === undefined ? text : wrap(text, Math.max(20, width - indent));
  return lines.replaceAll("\n", `\n${" ".repeat(indent)}`);
}

function wrap(text: string, width: number): string {
  const { default: wrapAnsi } = load("wrap-ansi") as typeof import("wrap-ansi");
  return wrapAnsi(text, width, { trim: false, hard: true });
}

/** Lines below a title, if there are any: as many as there is room for, and how many more there are. */
export function titled(title: string, texts: readonly string[], { room, verbose }: Style): string {
  if (texts.length === 0) return "";
  const shown = verbose ? texts : texts.slice(0, room.entries);
  const more = texts.length - shown.length;
  return [title, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

const doing: Readonly<Record<string, string>> = {
  empty: "looking before anything is added",
  "first-creation": "adding the first items",
  create: "adding items, valid and invalid",
  populate: "adding what the lists still lack",
  read: "reading lists and single items",
  random: "trying combinations at random",
  credentials: "trying wrong keys",
  final: "looking once more",
};

/** Shows on a terminal what runs now and how far it is. Goes away when the run is over. */
export function showProgress(stream: NodeJS.WriteStream): Listener {
  const { default: createSpinner } = load("yocto-spinner") as typeof import("yocto-spinner");
  const spinner = createSpinner({ stream });
  const done = new Set<string>();
  let requests = 0;
  let phase = "connecting";
  let planned = 0;
  return (event: RunEvent) => {
    switch (event.kind) {
      case "run-started":
        planned = event.checks;
        spinner.start(`connecting to ${event.baseUrl}`);
        break;
      case "phase-started":
        phase = doing[event.phase] ?? event.phase;
        break;
      case "check-finished":
        requests += event.requests;
        done.add(event.check);
        spinner.text = `${done.size} of ${planned} checks · ${phase} · ${event.requirement} · ${requests} requests`;
        break;
      case "random-cases":
        spinner.text = `${done.size} of ${planned} checks · ${phase} · ${event.cases} cases · ${event.requests} requests`;
        break;
      case "run-finished":
        spinner.stop();
        break;
    }
  };
}
