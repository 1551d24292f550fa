import { type Actor, type OwnProperty, secured } from "../../actor/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import { type CredentialName, describeCredential } from "../../transport/index.js";
import { exampleOf, mistakesOf } from "../../values/index.js";
import { sendWith } from "./user-verbs.js";

/** The credential is looked at before anything else. */
export const credentialFirst: OwnProperty = {
  id: "credential-first",
  requirement: {
    name: "credential first",
    level: "must",
    proof: "a request without a valid credential is sent that has another mistake, too: 401 alone is right",
  },
  sentence: ({ op }) => `${op.id} looks at the credential before anything else.`,
  phase: "credentials",
  about: secured,
  when: ({ op }) => op.facts?.credentials === "first",
  inputs: ({ op }, { wrongKey }) => {
    const credentials: readonly CredentialName[] = [{ kind: "missing" }, wrongKey()];
    return credentials.flatMap((credential) =>
      mistakesOf(op, exampleOf(op)).map(({ label }) => ({ credential, label })),
    );
  },
  run: async (t: Actor, { op }, input) => {
    const { credential, label } = input as { readonly credential: CredentialName; readonly label: string };
    const { request, body } = t.request();
    const mistake = mistakesOf(op, isJsonObject(body ?? null) ? (body as JsonObject) : {}).find(
      (each) => each.label === label,
    );
    t.assume(mistake !== undefined, "place left out");
    const status = await sendWith(t, mistake.of(request), credential);
    // A proxy in front may refuse a text for its length.
    t.expect(status === 401 || status === 413, {
      problem: "the credential is not looked at first",
      expected: "401, whatever else is wrong",
      actual: `${status} with ${describeCredential(credential)}, where ${label}`,
      at: { in: "status" },
    });
  },
};
