import { lstatSync } from "node:fs";
import {
  type CataloguedContract,
  ConfigurationError,
  type Contract,
  largestDescription,
  loadContract,
  loadDescription,
  readDescription,
} from "../description/index.js";
import type { Suite } from "../run/index.js";
import { animalStore, deriveContract, openApi } from "../suites/index.js";

/** A suite, and the contract that it holds a server to. */
export type ChosenSuite =
  | { readonly kind: "animal-store"; readonly suite: Suite; readonly contract: CataloguedContract }
  | {
      readonly kind: "openapi";
      readonly suite: Suite;
      readonly contract: Contract;
      /** As it is written: without what the suite makes of it. */
      readonly described: Omit<Contract, "requirements">;
      /** What of the description is left out: a sentence each. */
      readonly limitations: readonly string[];
    };

/** How long a download may take, in ms. */
const patience = 10_000;

/**
 * The Animal Store's suite, or that for any description, where `--spec` names one: a file, or an address.
 * @throws ConfigurationError for a description that cannot be read
 */
export async function chooseSuite(spec: string | undefined): Promise<ChosenSuite> {
  if (spec === undefined || isFolder(spec))
    return { kind: "animal-store", suite: animalStore, contract: loadContract(spec) };
  const { description, limitations } = isHttpAddress(spec)
    ? readDescription(spec, await download(spec))
    : loadDescription(spec);
  return {
    kind: "openapi",
    suite: openApi,
    contract: deriveContract(description),
    described: description,
    limitations,
  };
}

function isHttpAddress(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

/** Nothing at all counts as a folder, too: loading its contract says that it is not there. */
function isFolder(spec: string): boolean {
  if (isHttpAddress(spec)) return false;
  const found = lstatSync(spec, { throwIfNoEntry: false });
  return found === undefined || found.isDirectory();
}

async function download(address: string): Promise<string> {
  const fail = (why: string): never => {
    throw new ConfigurationError(`${address} cannot be read: ${why}`);
  };
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    if (!response.ok) return fail(`it answers ${response.status}`);
    const text = await response.text();
    return text.length > largestDescription ? fail("it is too large") : text;
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return fail((error as Error).message);
  }
}

/** Has the interface an operation that asks for a credential? */
export function asksForCredentials({ operations }: Contract): boolean {
  return [...operations.values()].some(({ security }) =>
    security.some((each) => Object.keys(each).length > 0),
  );
}
