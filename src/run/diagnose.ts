import { createClient } from "../transport/index.js";
import { clientOptions } from "./client-options.js";
import type { Symptom } from "./diagnosis.js";
import type { RunOptions } from "./options.js";
import { hideSecrets } from "./secrets.js";
import type { SuiteFacts } from "./suite.js";

/**
 * Looks for what usually goes wrong with a target before a run: name, TLS, address, key, clock. A few
 * requests, all of them GET. Yields what is found, one by one, without the key.
 */
export async function* diagnose(suite: SuiteFacts, options: RunOptions): AsyncGenerator<Symptom> {
  const { hideQuoted } = hideSecrets(options, suite.scenarios(options.contract));
  const shared = { ...clientOptions(options), rate: undefined, patience: 0 };
  const symptoms = suite.diagnose({
    contract: options.contract,
    baseUrl: options.baseUrl,
    connection: options.connection ?? {},
    timeout: shared.timeout,
    send: async (baseUrl, request) => {
      const client = createClient({ ...shared, baseUrl });
      try {
        return await client.send(request);
      } finally {
        await client.close();
      }
    },
  });
  for await (const { advice, ...symptom } of symptoms) {
    yield {
      ...symptom,
      found: hideQuoted(symptom.found),
      ...(advice === undefined ? {} : { advice: hideQuoted(advice) }),
    };
  }
}
