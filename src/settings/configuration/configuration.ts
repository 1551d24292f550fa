import { dirname, isAbsolute, join } from "node:path";
import type { z } from "zod";
import {
  ConfigurationError,
  type Contract,
  type Knowledge,
  type NamedMember,
  type YamlFile,
} from "../../description/index.js";
import { findRequirement } from "../known-names.js";
import { defined, type Section, type Settings, settingsOf } from "../settings.js";
import { apiSection } from "./api-section.js";
import { configurationSchema } from "./configuration-schema.js";
import { describeIssues, findContradictions, isProductionName, type Problem } from "./problems.js";
import { withRows } from "./rows.js";

/** The content of the configuration file. Paths are as the process can open them. */
export type Configuration = ReturnType<typeof readConfiguration>;

/** A target of the configuration. */
export type ConfiguredTarget = ReturnType<typeof configuredTarget>;

/**
 * Reads and checks a configuration file that was opened.
 * @throws ConfigurationError with everything that is wrong in it, a line each
 */
export function readConfiguration(file: YamlFile, contract: Contract) {
  const schema = configurationSchema(contract);
  // Everything commented out is no mistake.
  const parsed = schema.safeParse(file.value ?? {}, { reportInput: true });
  const problems = [
    ...describeIssues(parsed.error?.issues ?? [], schema),
    ...findContradictions(file.value, contract),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(renderProblems(file, problems));
  const { targets = {}, profiles = {}, expect = {}, waivers = [], reports, api } = parsed.data;
  return {
    /** As it was found or given. */
    path: file.path,
    /** The settings that hold for every target and profile. */
    settings: { ...readSettings(file, "file", parsed.data), ...readSettings(file, "reports", reports) },
    targets: new Map(
      Object.entries(targets).map(([name, target]) => [name, configuredTarget(file, name, target)]),
    ),
    profiles: new Map(
      Object.entries(profiles).map(([name, changes]) => [name, readSettings(file, "profiles", changes)]),
    ),
    /** Requirement id → choices. */
    expectations: new Map(
      Object.entries(expect).map(([name, choices]) => [idOf(name, contract), [choices].flat().map(String)]),
    ),
    /** Of an interface that only its description tells of. */
    known: knowledgeIn(file, api),
    /** How a token is had that takes the place of the key, and where the file says so. */
    ...defined({
      login: api?.login && { ...api.login, place: placeOf(file, ["api", "login"]) },
      oauth: api?.oauth && { ...api.oauth, place: placeOf(file, ["api", "oauth"]) },
    }),
    waivers: waivers.map((waiver) => ({ ...waiver, requirement: waivedId(waiver, contract) })),
    /** Of requirements that have other ids now: what the waivers call them → what they are called. */
    oldIds: waivers
      .map((waiver) => [waiver.requirement, waivedId(waiver, contract)] as const)
      .filter(([old, id]) => old.toUpperCase() !== id.toUpperCase()),
    /** As `pedigree.config.yaml:40:1`. */
    waiversPlace: placeOf(file, ["waivers"]),
  };
}

/** From the top of the file, a line each: the place, the keys that lead there, and what is wrong. */
function renderProblems(file: YamlFile, problems: readonly Problem[]): string {
  return problems
    .map((problem) => ({ ...problem, ...file.placeOf(problem.path) }))
    .sort((left, right) => left.line - right.line || left.column - right.column)
    .map(({ path, reason }) => `${placeOf(file, path)}: ${path.join(" › ") || "the file"}: ${reason}`)
    .join("\n");
}

/** Returns what a part of the file states, by the names of settings. Paths and commands are those of the file's folder. */
function readSettings(file: YamlFile, section: Section, stated: object = {}): Settings {
  const values: Readonly<Record<string, unknown>> = { ...stated };
  const read = (kind: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    if (kind === "command") return { command: value, folder: dirname(file.path) };
    return kind === "file" || kind === "folder" ? pathFrom(file, value) : value;
  };
  return Object.fromEntries(
    settingsOf(section).map(({ name, key, kind }) => [name, read(kind, values[key])]),
  ) as Settings;
}

/** Short where the file is in the working directory. */
function pathFrom(file: Pick<YamlFile, "path">, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file.path), path);
}

type Target = NonNullable<z.output<ReturnType<typeof configurationSchema>>["targets"]>[string];

function configuredTarget(file: YamlFile, name: string, { key, second, tls, ...target }: Target) {
  const settings = { ...readSettings(file, "targets", target), ...readSettings(file, "tls", tls) };
  const keyAt = (member: "key" | "second", stated: Target["key"]) =>
    stated && {
      source: stated.file === undefined ? stated : { file: pathFrom(file, stated.file) },
      place: placeOf(file, ["targets", name, member]),
    };
  return {
    name,
    baseUrl: settings.url ?? "",
    /** Where its keys are, and where the file says so. */
    ...defined({ key: keyAt("key", key), second: keyAt("second", second) }),
    isProduction: isProductionName(name) || settings.production === true,
    isWritingAllowed: settings.writing === "allowed",
    settings,
  };
}

/** Of the requirement that is waived. */
function waivedId({ requirement }: { readonly requirement: string }, { requirements }: Contract): string {
  return findRequirement(requirements, requirement)?.id ?? requirement;
}

/** Of an open point's requirement. */
function idOf(point: string, { requirements }: Contract): string {
  return requirements.find(({ name }) => name === point)?.id ?? point;
}

function placeOf(file: YamlFile, path: Problem["path"]): string {
  const { line, column } = file.placeOf(path);
  return `${file.path}:${line}:${column}`;
}

/** Reads what a file says of an interface; undefined where that has a mistake, which `readConfiguration` names. */
export function readKnowledge(file: Pick<YamlFile, "path">, section: unknown): Knowledge | undefined {
  const { success, data } = apiSection.safeParse(section);
  return success ? knowledgeIn(file, data) : undefined;
}

function knowledgeIn(file: Pick<YamlFile, "path">, api: z.output<typeof apiSection> = {}): Knowledge {
  return {
    values: withRows(api.values ?? {}, (each) => pathFrom(file, each)),
    leaveOut: api["leave-out"] ?? [],
    allow: api.allow ?? [],
    ids: api.ids ?? [],
    privateItems: api.private ?? [],
    computed: membersIn(api.computed),
    ignored: membersIn(api.ignored),
    statuses: furtherStatuses(api.statuses),
    facts: factsIn(api),
    refuses: api.refuses ?? [],
    ...defined({ prefix: api.prefix }),
  };
}

type Statuses = z.output<typeof apiSection>["statuses"];

/** The statuses that an operation may have, besides those that are described. */
function furtherStatuses(stated: Statuses = {}): Knowledge["statuses"] {
  const all = stated === "exhaustive" ? {} : stated;
  return Object.fromEntries(
    Object.entries(all).flatMap(([id, each]) => (each === "exhaustive" ? [] : [[id, each]])),
  );
}

function factsIn({
  strict,
  credentials,
  statuses,
}: z.output<typeof apiSection>): NonNullable<Knowledge["facts"]> {
  const named = (said: Statuses | typeof credentials, word: string): readonly string[] | true | undefined => {
    if (said === word) return true;
    return said === undefined || typeof said === "string"
      ? undefined
      : Object.entries(said).flatMap(([id, each]) => (each === word ? [id] : []));
  };
  return defined({
    strict,
    credentials: named(credentials, "first"),
    statuses: named(statuses, "exhaustive"),
  });
}

/** Returns the members that are named for all operations, or by the id of an operation. */
function membersIn(
  said: readonly string[] | Readonly<Record<string, readonly string[]>> = [],
): readonly NamedMember[] {
  if (isNames(said)) return said.map((name) => ({ name }));
  return Object.entries(said).flatMap(([operation, names]) => names.map((name) => ({ operation, name })));
}

function isNames(said: readonly string[] | object): said is readonly string[] {
  return Array.isArray(said);
}
