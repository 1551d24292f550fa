import { z } from "zod";
import type { Contract } from "../../description/index.js";
import { type Section, type Settings, settingsOf } from "../settings.js";
import { kinds, profileNames } from "../values.js";
import { formOf, pathFrom, text } from "./forms.js";

/**
 * The schema of the configuration file: from it come its type, its validation, spec/config.schema.json and what
 * `pedigree init` writes. A `title` says what a value must be, a `description` what it is for.
 * @param folder of the file, which paths in it are relative to
 */
export function configurationSchema(contract: Contract, folder = ".") {
  const section = (name: Section) => membersOf(name, folder);
  return z
    .strictObject({
      $schema: described(text, "Address or path of this schema, for editors."),
      ...section("file"),
      targets: targets(section, folder).optional(),
      profiles: profiles(section).optional(),
      expect: expectations(contract).optional(),
      waivers: waivers(contract).optional(),
      reports: described(z.strictObject(section("reports")), "Where reports go, and which."),
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

/** What a part of the file states, by the names of settings. */
export function settingsIn(section: Section, stated: object = {}): Settings {
  const values: Readonly<Record<string, unknown>> = { ...stated };
  return Object.fromEntries(settingsOf(section).map(({ name, key }) => [name, values[key]])) as Settings;
}

function targets(section: (name: Section) => z.ZodRawShape, folder: string) {
  const target = z
    .strictObject({
      ...section("targets"),
      key: keySource(folder).optional(),
      tls: described(z.strictObject(section("tls")), "Certificates."),
    })
    .meta({ dependentRequired: { start: ["wait-for"], "wait-for": ["start"] } });
  const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
  const meta = { title: "a name of letters, digits, hyphens, dots and underscores", examples: ["staging"] };
  return z
    .record(name.meta(meta), target)
    .meta({ description: "Servers to judge, by the name that --target takes." });
}

/** An optional part of the file. */
function described<Schema extends z.ZodType>(schema: Schema, description: string): z.ZodOptional<Schema> {
  return schema.meta({ description }).optional();
}

function keySource(folder: string) {
  const title = "one of { env: NAME }, { file: PATH } and { value: KEY }";
  return z
    .strictObject({
      env: described(text, "Environment variable that holds the key."),
      file: described(pathFrom(folder), "Path of a file that holds the key and nothing else."),
      value: described(text, "The key itself. Warned about: everybody who can read this file has it."),
    })
    .refine(
      (stated) => Object.values(stated).filter((each) => each !== undefined).length === 1,
      `must be ${title}`,
    )
    .meta({
      title,
      description:
        "Where the API key is: { env: NAME } of the environment, { file: PATH }, or { value: … } itself, which everybody who can read this file then has. PEDIGREE_API_KEY, --key-file and --key beat it.",
      minProperties: 1,
      maxProperties: 1,
      examples: [{ env: "STAGING_KEY" }],
    });
}

function profiles(section: (name: Section) => z.ZodRawShape) {
  return z
    .partialRecord(z.enum(profileNames).meta({ examples: ["nightly"] }), z.strictObject(section("profiles")))
    .meta({ description: "What a profile is to do otherwise: gate, nightly or certification." });
}

function expectations({ requirements }: Contract) {
  const choice = z.union([z.string(), z.int()]).meta({ title: "a status such as 400, or a word" });
  const choices = z.union([choice, z.array(choice).min(1)]).meta({ title: "a choice, or a list of them" });
  const examples = requirements.flatMap(({ name, choices: [first] = [] }) =>
    name === undefined ? [] : [[name, first]],
  );
  return z.record(z.string(), choices).meta({
    title: "a map of open points and choices",
    description:
      'Open points of the interface that the team has decided: any other choice of the server is a failure. "pedigree list" shows the open points, "pedigree explain" the choices of one.',
    examples: [Object.fromEntries(examples.slice(0, 2))],
  });
}

function waivers({ requirements }: Contract) {
  const waiver = z.strictObject({
    requirement: text.meta({
      description: "The id of a requirement that must hold, is implied, or is advice.",
      examples: [requirements.find(({ level }) => level === "must")?.id],
    }),
    reason: text.meta({ description: "Why the failure is accepted.", examples: ["it is being fixed"] }),
    owner: text.meta({ description: "The person or team that answers for it.", examples: ["store team"] }),
    expires: z.iso.date().meta({
      title: "a day such as 2026-12-31",
      description: "The last day on which it holds.",
      examples: ["2026-12-31"],
    }),
  });
  return z.array(waiver).meta({
    title: "a list",
    description: "Known failures that are accepted for a time. The certification profile accepts none.",
  });
}

/** The settings that a part of the file may state. */
function membersOf(section: Section, folder: string): z.ZodRawShape {
  const members = settingsOf(section).map(({ key, kind, help, example = kinds[kind].example }) => {
    const description = `${help[0]?.toUpperCase()}${help.slice(1)}.`;
    const meta = { title: kinds[kind].must, description, examples: [example] };
    const form = formOf(kind, folder).meta(meta);
    // Nothing else has to be stated.
    return [key, kind === "base" ? form : form.optional()] as const;
  });
  return Object.fromEntries(members);
}
