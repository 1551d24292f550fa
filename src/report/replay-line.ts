import type { Report } from "../run/index.js";
import { commandName } from "./command-name.js";
import { safeText } from "./safe-text.js";

/** What a replay needs besides the number of the finding. */
export interface ReplaySource {
  /** Where report.json is; absent where it was not written, so that nothing can be replayed from it. */
  readonly reportPath: string | undefined;
  readonly target: Report["target"];
}

/**
 * The command line that sends a finding again. It names the target: the key goes to none that only a report names.
 * Undefined where there is no report to replay from.
 */
export function renderReplay(
  { reportPath, target }: ReplaySource,
  { number }: { readonly number: number },
): string | undefined {
  if (reportPath === undefined) return undefined;
  const addressee = target.embedded ? "" : ` --target ${quote(target.name ?? target.baseUrl)}`;
  return `${commandName()} replay ${quote(reportPath)} --finding ${number}${addressee}`;
}

/** As one argument of a shell. */
export function quote(text: string): string {
  const safe = safeText(text, 1000);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}
