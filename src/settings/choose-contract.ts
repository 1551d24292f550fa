import { lstatSync } from "node:fs";
import {
  ConfigurationError,
  type Contract,
  type DescriptionOptions,
  downloadedFiles,
  type LoadedDescription,
  largestDescription,
  loadContract,
  loadDescription,
  mostFiles,
  readDescription,
  referredFiles,
  type UnderivedContract,
} from "../description/index.js";
import { keysOfEnvironment, type Places, refuseExposedKey } from "./exposed-keys.js";

/** A contract, and what there is to say of the description that it comes from. */
export interface ChosenContract extends LoadedDescription {
  readonly contract: Contract;
}

/** The options that name a description. */
export interface DescriptionChoice {
  readonly spec?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
}

/** Adds to a description what its user says beside it, which decides what is required. */
type Complete = (description: UnderivedContract) => Promise<UnderivedContract>;

/**
 * Returns the Animal Store's contract, or that of any description, where `--spec` names one: a file, or an address.
 * @throws ConfigurationError for a description that cannot be read, or that holds a key of the environment
 */
export async function chooseContract(
  choice: DescriptionChoice,
  complete: Complete = async (description) => description,
): Promise<ChosenContract> {
  const chosen = await load(choice, complete);
  refuseExposedKey(keysOfEnvironment(), placesOf(chosen));
  return chosen;
}

/** Returns the texts of a contract that its user has written and that stand in reports. */
export function placesOf(chosen: ChosenContract): Places {
  const { document, requirements } = chosen.contract;
  return { "the description": [document, requirements, chosen.limitations] };
}

async function load({ spec, overlays = [] }: DescriptionChoice, complete: Complete): Promise<ChosenContract> {
  if (spec === undefined || isFolder(spec)) {
    if (overlays.length > 0)
      throw new ConfigurationError(
        "--overlay needs --spec with the description that it changes, a file or an address",
      );
    const nowhere = (): undefined => undefined;
    const contract = loadContract(spec);
    return {
      contract,
      description: contract,
      limitations: [],
      unreadable: [],
      locate: nowhere,
      locatePattern: nowhere,
    };
  }
  const loaded = isHttpAddress(spec)
    ? await readDownloaded(spec, overlays)
    : loadDescription(spec, { overlays });
  if (loaded.description.operations.size === 0)
    throw new ConfigurationError(
      `--spec: ${spec} describes no operation that can be called: give a description that has paths`,
    );
  // Loaded where it is used: a command on the Animal Store's contract may need no suite.
  const { deriveContract, exampleFaults } = await import("../contracts/index.js");
  const contract = deriveContract(await complete(loaded.description));
  const limitations = [...loaded.limitations, ...exampleFaults(contract, loaded.locate)];
  return { ...loaded, contract, limitations };
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

/** In ms, for all files together, and for each of them. */
const patience = 60_000;
const patienceForOne = 10_000;
/** Files that are asked for at the same time. */
const atOnce = 8;

const keyAdvice = ": the API key is not sent there; download the description, and give its file with --spec";

type Files = NonNullable<DescriptionOptions["files"]>;

/**
 * A description from an address, with the files of its origin that it refers to.
 * @throws ConfigurationError if the description cannot be read; a file that cannot be is only not there
 */
async function downloadDescription(address: string): Promise<{ text: string; files: Files }> {
  const { text, location } = await download(address).catch((error: Error) => {
    throw new ConfigurationError(`${address} cannot be read: ${error.message}`);
  });
  const until = Date.now() + patience;
  const texts = new Map<string, string>();
  const seen = new Set([location]);
  const wanted: string[] = [];
  let bytes = 0;
  const want = (from: string, found: string): void => {
    wanted.push(...referredFiles(from, found).filter((each) => !seen.has(each)));
    for (const each of wanted) seen.add(each);
  };
  want(location, text);
  while (wanted.length > 0 && texts.size < mostFiles && bytes < largestDescription && Date.now() < until) {
    const batch = wanted.splice(0, atOnce);
    // Another origin may not be reached by a detour either.
    const answers = await Promise.allSettled(batch.map((each) => download(each, "error")));
    for (const [index, answer] of answers.entries()) {
      const from = batch[index];
      if (answer.status === "rejected" || from === undefined) continue;
      texts.set(from, answer.value.text);
      bytes += answer.value.text.length;
      want(from, answer.value.text);
    }
  }
  return { text, files: downloadedFiles(location, texts) };
}

async function download(address: string, redirect: "follow" | "error" = "follow") {
  const response = await fetch(address, { redirect, signal: AbortSignal.timeout(patienceForOne) });
  if (!response.ok)
    throw new Error(`it answers ${response.status}${isRefusal(response.status) ? keyAdvice : ""}`);
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > largestDescription) throw new Error("it is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), location: response.url };
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
