import { createClient } from "../http/index.js";
import { diagnoseTarget, type Symptom } from "../suite/index.js";
import type { RunOptions } from "./options.js";
import { hideSecrets } from "./secrets.js";
import { clientOptions } from "./session.js";

/**
 * Looks for what usually goes wrong with a target before a run: name, TLS, address, key, clock. A few
 * requests, all of them GET. Yields what is found, one by one, without the key.
 */
export async function* diagnose(options: RunOptions): AsyncGenerator<Symptom> {
  const { hideQuoted } = hideSecrets(options);
  const shared = { ...clientOptions(options), rate: undefined, patience: 0 };
  const symptoms = diagnoseTarget({
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
