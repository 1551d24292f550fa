import { z } from "zod";
import type { Contract } from "../../description/index.js";
import { formatNames } from "../../report/index.js";
import { readBaseUrl, troubleWithAddress } from "../../transport/index.js";
import { int64, type Kind, kinds, profileNames } from "../kinds.js";
import { troubleWithHeader, troubleWithProxy } from "../proxy.js";
import { defined, type Section, settingsOf } from "../settings.js";
import { apiSection, described, text } from "./api-section.js";

const httpAddress = z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, { abort: true });

/** The form that a value of a kind has in the file; for any other kind, a text. */
const forms: Readonly<Partial<Record<keyof typeof kinds, z.ZodType>>> = {
  yes: z.boolean(),
  lines: z
    .record(z.string(), z.string().meta({ title: kinds.text.must }))
    .superRefine((lines, { addIssue }) => {
      for (const line of Object.entries(lines)) {
        const message = troubleWithHeader(line);
        if (message !== undefined) addIssue({ code: "custom", path: [line[0]], message });
      }
    })
    .transform((lines) => Object.entries(lines).map((line) => line.join(": "))),
  variables: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z_]\w*$/)
        .meta({ title: "the name of an environment variable" }),
    )
    .min(1),
  formats: z.array(z.enum([...formatNames, "all"])).min(1),
  profile: z.enum(profileNames),
  base: httpAddress.superRefine(refusedWith(troubleWithAddress)).transform(readBaseUrl),
  allowed: z.enum(["allowed"]),
  // It may have a query, unlike the address of a target.
  address: httpAddress.superRefine(refusedWith((url) => troubleWithAddress(url.replace(/\?.*$/s, "")))),
  proxy: text.superRefine(refusedWith(troubleWithProxy)),
  integer: z.int(),
  count: z.int().min(0),
  positive: z.int().min(1),
  rate: z.number().positive(),
  duration: z
    .union([z.string().regex(/^\d+(\.\d+)?(ms|s|m)?$/), z.number().min(0)])
    .transform(readAs(kinds.duration)),
  latency: text.transform(readAs(kinds.latency)),
  categories: z
    .array(
      z
        .union([z.string().regex(/^-?\d{1,19}$/), z.int()])
        .transform(readAs(int64))
        .meta({ title: int64.must }),
    )
    .min(1),
};

/** Refuses a text with the sentence that this says of it. */
function refusedWith(troubleWith: (text: string) => string | undefined) {
  return (text: string, { addIssue }: z.RefinementCtx): void => {
    const message = troubleWith(text);
    if (message !== undefined) addIssue(message);
  };
}

/** Reads a value as a flag does. */
function readAs<Value>({ parse, must }: Kind<Value>) {
  return (value: unknown, { addIssue }: z.RefinementCtx): Value => {
    const read = parse(String(value));
    if (read === undefined) addIssue(`must be ${must}`);
    return read ?? z.NEVER;
  };
}

/** The settings that a part of the file may state. */
function membersOf(section: Section): z.ZodRawShape {
  const members = settingsOf(section).map(({ key, kind, help, example = kinds[kind].example }) => {
    const description = `${help[0]?.toUpperCase()}${help.slice(1)}.`;
    const form = (forms[kind] ?? text).meta({ title: kinds[kind].must, description, examples: [example] });
    // Nothing else has to be stated.
    return [key, kind === "base" ? form : form.optional()] as const;
  });
  return Object.fromEntries(members);
}

const oneKey = "one of { env: NAME }, { file: PATH } and { value: KEY }";
const source = z
  .strictObject({
    env: described(text, "Environment variable that holds the key."),
    file: described(text, "Path of a file that holds the key and nothing else."),
    value: described(text, "The key itself. Warned about: everybody who can read this file has it."),
  })
  .refine((stated) => Object.keys(defined(stated)).length === 1, `must be ${oneKey}`);

/** The place of a key. @param env an example of a variable that holds it */
function keyPlace(description: string, env: string) {
  return source
    .meta({ title: oneKey, description, minProperties: 1, maxProperties: 1, examples: [{ env }] })
    .optional();
}

const target = z
  .strictObject({
    ...membersOf("targets"),
    key: keyPlace(
      "Where the API key is: { env: NAME } of the environment, { file: PATH }, or { value: … } itself, which everybody who can read this file then has. PEDIGREE_API_KEY, --key-file and --key beat it.",
      "STAGING_KEY",
    ),
    second: keyPlace(
      "With --spec: where the key of another user is, for items that are private. PEDIGREE_SECOND_API_KEY and --second-key-file beat it.",
      "SECOND_KEY",
    ),
    tls: described(z.strictObject(membersOf("tls")), "Certificates."),
  })
  .meta({ dependentRequired: { "wait-for": ["start"], "start-env": ["start"] } });

const targetName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .meta({ title: "a name of letters, digits, hyphens, dots and underscores", examples: ["staging"] });

const profileName = z.enum(profileNames).meta({ examples: ["nightly"] });

const choice = z.union([z.string(), z.int()]).meta({ title: "a status such as 400, or a word" });
const choices = z.union([choice, z.array(choice).min(1)]).meta({ title: "a choice, or a list of them" });

/**
 * The schema of the configuration file: from it come its type, its validation, spec/config.schema.json and what
 * `pedigree init` writes. A `title` says what a value must be, a `description` what it is for.
 */
export function configurationSchema({ requirements }: Contract) {
  const binding = requirements.find(({ level }) => level === "must")?.id;
  const decided = requirements.flatMap(({ name, choices: [first] = [] }) => (name ? [[name, first]] : []));
  const waiver = z.strictObject({
    requirement: said("The id of a requirement that must hold, is implied, or is advice.", binding),
    reason: said("Why the failure is accepted.", "it is being fixed"),
    owner: said("The person or team that answers for it.", "store team"),
    expires: z.iso.date().meta({
      title: "a day such as 2026-12-31",
      description: "The last day on which it holds.",
      examples: ["2026-12-31"],
    }),
  });
  return z
    .strictObject({
      $schema: described(text, "Address or path of this schema, for editors."),
      ...membersOf("file"),
      targets: described(z.record(targetName, target), "Servers to judge, by the name that --target takes."),
      profiles: described(
        z.partialRecord(profileName, z.strictObject(membersOf("profiles"))),
        "Other defaults for a profile: gate, nightly or certification.",
      ),
      expect: described(
        z.record(z.string(), choices).meta({
          title: "a map of open points and choices",
          examples: [Object.fromEntries(decided.slice(0, 2))],
        }),
        'Open points of the interface that the team has decided: any other choice of the server is a failure. "pedigree list" shows the open points, "pedigree explain" the choices of one.',
      ),
      waivers: described(
        z.array(waiver).meta({ title: "a list" }),
        "Known failures that are accepted for a time. The certification profile accepts none.",
      ),
      checks: described(
        z.array(text).meta({ title: "a list of paths", examples: [["./conformance/*.mjs"]] }),
        "With --spec: modules with promises of your own, paths or patterns of them. docs/your-own-properties.md says how to write one.",
      ),
      api: described(apiSection, "With --spec: facts that the description of an interface leaves out."),
      reports: described(z.strictObject(membersOf("reports")), "Where reports go, and which."),
    })
    .meta({
      title: "a map of keys and values",
      description:
        "Settings of Pedigree. A flag beats the environment, and the environment beats this file. Paths are relative to this file, and its commands run in its folder.",
    });
}

/** spec/config.schema.json. */
export function renderJsonSchema(contract: Contract): string {
  const schema = z.toJSONSchema(configurationSchema(contract), {
    io: "input",
    // Zod leaves them out where a value is transformed: they are of what the file holds.
    override: ({ zodSchema, jsonSchema }) => {
      const examples = z.globalRegistry.get(zodSchema)?.["examples"];
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  });
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function said(description: string, example: string | undefined) {
  return text.meta({ description, examples: [example] });
}
