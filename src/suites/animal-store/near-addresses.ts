import type { Contract } from "../../description/index.js";
import { parseJsonBytes } from "../../json/index.js";
import type { SendTo } from "../../run/index.js";
import { limitAbove } from "./facts.js";
import { listRequest } from "./requests.js";

/** Another address, and what is served there. */
export interface Nearby {
  readonly baseUrl: string;
  /** A list, or the refusal of the key as the document has it. */
  readonly serves: "list" | "refusal";
}

/**
 * Looks for an Animal Store near an address that serves something else: with and without the version segment, a segment
 * higher, and without the path of the list.
 * @returns the first at which a list is served; else the first at which the key is refused with JSON
 */
export async function findNearby(
  target: { readonly contract: Contract; readonly baseUrl: string },
  sendTo: SendTo,
): Promise<Nearby | undefined> {
  let refusing: Nearby | undefined;
  for (const baseUrl of nearAddresses(target.baseUrl, target.contract)) {
    const { outcome } = await sendTo(baseUrl, listRequest(target, { limit: limitAbove(target, 0) }));
    if (outcome.kind === "transport-error") continue;
    const parsed = parseJsonBytes(outcome.body);
    if (parsed.status !== "valid" || typeof parsed.value !== "object") continue;
    if (outcome.status === 200 && Array.isArray(parsed.value)) return { baseUrl, serves: "list" };
    if (outcome.status === 401) refusing ??= { baseUrl, serves: "refusal" };
  }
  return refusing;
}

/** The likeliest first. All of the same origin: the key goes nowhere else. */
function nearAddresses(
  baseUrl: string,
  { versionSegment, roles: { listPath } }: Contract,
): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, "");
  const shorter = path.endsWith(listPath) ? [path.slice(0, -listPath.length)] : [];
  const parent = path.replace(/\/[^/]*$/, "");
  const paths = [...shorter, path, parent].flatMap((each) =>
    each.endsWith(versionSegment)
      ? [each, each.slice(0, -versionSegment.length)]
      : [each + versionSegment, each],
  );
  return [...new Set(paths)].filter((each) => each !== path).map((each) => `${origin}${each}`);
}
