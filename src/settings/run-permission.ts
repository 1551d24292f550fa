import { isCatalogued } from "../description/index.js";
import type { RunOptions } from "../engine/index.js";
import { isThisMachine } from "../transport/index.js";
import type { AccessSources } from "./access.js";
import type { ConfiguredTarget } from "./configuration/configuration.js";
import type { Settings } from "./settings.js";

/** Decides whether a run may write, and only what it can delete again. Says why, where that is not as the user may think. */
export function readPermission(
  target: { readonly baseUrl: string; readonly entry: ConfiguredTarget | undefined } | undefined,
  settings: Settings,
  sources: AccessSources,
): Pick<RunOptions, "readOnly" | "deletableOnly"> {
  const isForeign = isElsewhere(target?.baseUrl, settings, sources);
  const isForbidden = isReadOnly(settings, target?.entry, sources);
  const readOnly = isForbidden || (isForeign && settings.allowWrites !== true);
  return { ...(readOnly && { readOnly }), ...(isForeign && { deletableOnly: true }) };
}

function isReadOnly(
  { readOnly = false }: Settings,
  entry: ConfiguredTarget | undefined,
  { configuration, warn }: AccessSources,
): boolean {
  if (entry?.isProduction !== true || entry.isWritingAllowed) return readOnly;
  warn(
    `${entry.name} is a production target: nothing but GET is sent to it; to let runs add animals, set "writing: allowed" in its entry in ${configuration?.path}`,
  );
  return true;
}

/** Of an interface that only its description tells of, nothing shows what a request may do: off this machine it is read only. */
function isElsewhere(
  baseUrl: string | undefined,
  { allowWrites = false }: Settings,
  { contract, warn }: AccessSources,
): boolean {
  if (isCatalogued(contract) || baseUrl === undefined || isThisMachine(baseUrl)) return false;
  if (!allowWrites)
    warn(
      `${baseUrl} is not this machine: nothing but GET is sent to it; --allow-writes lets the run create what it can delete again`,
    );
  return true;
}
