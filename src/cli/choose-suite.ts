import { lstatSync } from "node:fs";
import {
  type CataloguedContract,
  ConfigurationError,
  type Contract,
  type LoadedDescription,
  loadContract,
  loadDescription,
  readDescription,
} from "../description/index.js";
import type { Suite } from "../run/index.js";
import { animalStore, deriveContract, openApi } from "../suites/index.js";
import { downloadDescription } from "./download-description.js";
import { keysOfEnvironment, type Places, refuseExposedKey } from "./exposed-key.js";

/** A suite, and the contract that it holds a server to. */
export type ChosenSuite =
  | { readonly kind: "animal-store"; readonly suite: Suite; readonly contract: CataloguedContract }
  | (LoadedDescription & { readonly kind: "openapi"; readonly suite: Suite; readonly contract: Contract });

/** The options that name a description. */
export interface DescriptionChoice {
  readonly spec?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
}

/**
 * The Animal Store's suite, or that for any description, where `--spec` names one: a file, or an address.
 * @throws ConfigurationError for a description that cannot be read, or that holds a key of the environment
 */
export async function chooseSuite(choice: DescriptionChoice): Promise<ChosenSuite> {
  const chosen = await loadSuite(choice);
  refuseExposedKey(keysOfEnvironment(), placesOf(chosen));
  return chosen;
}

/** Returns the texts of a suite that its user has written and that stand in reports. */
export function placesOf(chosen: ChosenSuite): Places {
  const { document, requirements } = chosen.contract;
  return { "the description": [document, requirements, chosen.kind === "openapi" && chosen.limitations] };
}

async function loadSuite({ spec, overlays = [] }: DescriptionChoice): Promise<ChosenSuite> {
  if (spec === undefined || isFolder(spec)) {
    if (overlays.length > 0)
      throw new ConfigurationError(
        "--overlay needs --spec with the description that it changes, a file or an address",
      );
    return { kind: "animal-store", suite: animalStore, contract: loadContract(spec) };
  }
  const loaded = isHttpAddress(spec)
    ? await readDownloaded(spec, overlays)
    : loadDescription(spec, { overlays });
  return { kind: "openapi", suite: openApi, contract: deriveContract(loaded.description), ...loaded };
}

function isHttpAddress(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

function isFolder(spec: string): boolean {
  if (isHttpAddress(spec)) return false;
  const found = lstatSync(spec, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ConfigurationError(
      `--spec: there is no file ${spec}: give the path or the address of a description`,
    );
  return found.isDirectory();
}

async function readDownloaded(address: string, overlays: readonly string[]): Promise<LoadedDescription> {
  if (URL.canParse(address) && new URL(address).username !== "")
    throw new ConfigurationError("--spec: leave out user and password, which reports would show");
  const { text, files } = await downloadDescription(address);
  return readDescription(address, text, { overlays, files });
}

/** Has the interface an operation that asks for a credential? */
export function asksForCredentials({ operations }: Contract): boolean {
  return [...operations.values()].some(({ security }) =>
    security.some((each) => Object.keys(each).length > 0),
  );
}
