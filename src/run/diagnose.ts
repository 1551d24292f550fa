import { realNetwork } from "./network.js";
import { clientOptions, type RunOptions } from "./options.js";
import { hideSecrets } from "./secrets.js";
import { sendWith } from "./session.js";
import type { Suite, Symptom } from "./suite.js";

/**
 * Looks for what usually goes wrong with a target before a run: name, TLS, address, key, clock. A few
 * requests, all of them GET. Yields what is found, one by one, without the key.
 */
export async function* diagnose(suite: Suite, options: RunOptions): AsyncGenerator<Symptom> {
  const { contract, baseUrl, connection = {} } = options;
  const { hideQuoted } = hideSecrets(options, suite.scenarios(contract));
  const shared = { ...clientOptions(options), rate: undefined };
  const send = sendWith(realNetwork.createClient, shared);
  const symptoms = suite.diagnose({ contract, baseUrl, connection, timeout: shared.timeout, send });
  for await (const { advice, ...symptom } of symptoms) {
    yield {
      ...symptom,
      found: hideQuoted(symptom.found),
      ...(advice === undefined ? {} : { advice: hideQuoted(advice) }),
    };
  }
}
