import {
  ConfigurationError,
  type DescriptionOptions,
  downloadedFiles,
  largestDescription,
  mostFiles,
  referredFiles,
} from "../description/index.js";

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
export async function downloadDescription(address: string): Promise<{ text: string; files: Files }> {
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
