import { isSuccess } from "../../../checks/index.js";
import { hasSecrets } from "../comparison/secrets.js";
import { type Actor, creations, type OwnProperty, slugOf, textLengths } from "../engine/index.js";

/** A created item can be read at its address, and has the plain values that were sent. */
export const readBack: OwnProperty = {
  id: "read-back",
  requirement: {
    explains: ["defaults", "location"],
    name: "read back",
    level: "implied",
    proof:
      "an item is created, read at its address, and compared with what was sent, but for members under api: computed",
  },
  sentence: ({ op }) => `An item that ${op.id} creates can be read, and has the values that were sent.`,
  phase: "create",
  about: creations,
  alsoTests: ({ op }) => (hasSecrets(op) ? [`${slugOf(op)}/write-only`] : []),
  inputs: () => textLengths,
  run: async (t: Actor, _, length) => {
    const creation = await t.sendCreation(length as number);
    const isUsual = length === textLengths[0];
    // A bound on texts need not be described, as long as the server refuses what is beyond it.
    if (!isUsual && !isSuccess(creation.parsed.response.status)) return;
    const found = await t.readBack(creation);
    t.expectAnswer(creation, found);
    await t.expectSecretsKept(creation);
    if (isUsual) await t.expectPartsKept(creation, found);
  },
};
