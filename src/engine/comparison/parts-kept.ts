import type { Json } from "../../json/index.js";
import type { Context } from "../../session/index.js";
import { expectBooleansKept } from "./booleans.js";
import { type Creating, createAndRead } from "./create-and-read.js";
import { expectMapsKept } from "./maps.js";
import { expectOrderKept } from "./ordered-lists.js";
import { expectLettersKept } from "./wide-texts.js";

/** An item that was created, as it was sent and as it is read. */
interface Kept extends Creating {
  readonly body: Json | undefined;
  readonly found: Json | undefined;
}

/** The promises that take items of their own to be seen: booleans, entries of maps, the order of lists, and letters of all kinds are kept. */
export async function expectPartsKept(
  t: Context,
  { operation, read, shape, body, found }: Kept,
): Promise<void> {
  if (found === undefined) return;
  await expectBooleansKept(t, {
    operation,
    read,
    body,
    found,
    attempt: (change, { label, shape: other = shape }) =>
      createAndRead(t, { operation, read }, { change, label, shape: other }),
  });
  await expectMapsKept(t, { operation, read, shape });
  await expectOrderKept(t, { operation, read, shape });
  await expectLettersKept(t, { operation, read, body, shape });
}
