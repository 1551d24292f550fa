import { type Contract, groupBy, type Operation } from "../description/index.js";
import type { Learnt } from "../engine/index.js";
import { type Json, renderJson } from "../json/index.js";
import {
  asksForCredentials,
  type Caution,
  deriveIdCandidates,
  deriveValueCandidates,
  describeCaution,
  findCautions,
  isAllowable,
} from "../model/index.js";
import { describeRule, listed, safeText, specOption } from "../report/index.js";
import { statedJson } from "../schema/index.js";

/** Which description it is for, and where its server is, if that is known. */
interface TemplateTarget {
  readonly spec: string;
  readonly overlays: readonly string[] | undefined;
  readonly baseUrl: string | undefined;
}

/** Entries of one list, at most: nobody reads more. */
const mostEntries = 100;

/** Operations that are named with one entry. */
const mostNamed = 3;

/**
 * Renders the file that `pedigree init --spec` writes: the server, and as comments what the description of an interface leaves
 * to say. "##" explains, and a line behind "# " holds once the "# " is gone.
 */
export function renderForDescription(
  contract: Contract,
  described: TemplateTarget,
  learnt: readonly Learnt[] = [],
): string {
  const parts = [
    [
      "# yaml-language-server: $schema=./node_modules/pedigree/spec/config.schema.json",
      "##",
      `## Settings of Pedigree for ${safeText(described.spec, 200)}:`,
      `##   ${runLine(described)}`,
      '## Lines with "##" explain; take the "# " away in front of what you want to say.',
      '## "pedigree init" alone writes every key that there is.',
    ],
    targetLines(contract, described.baseUrl),
    apiLines(contract, learnt),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The command that judges the server. */
export function runLine({ baseUrl, ...described }: TemplateTarget): string {
  const target = baseUrl === undefined ? " --target http://localhost:8080" : "";
  return `pedigree run${specOption(described)}${target}`;
}

function targetLines(contract: Contract, baseUrl: string | undefined): readonly string[] {
  const start = baseUrl === undefined ? "# " : "";
  const key = asksForCredentials(contract)
    ? ['## The API key comes from PEDIGREE_API_KEY; "key: { env: NAME }" beside url names another variable.']
    : [];
  return [
    "## The server to judge.",
    `${start}target: server`,
    `${start}targets:`,
    `${start}  server:`,
    `${start}    url: ${yamlText(baseUrl ?? "http://localhost:8080")}`,
    ...key,
  ];
}

function apiLines(contract: Contract, learnt: readonly Learnt[]): readonly string[] {
  const cautions = [...findCautions(contract)];
  const given = learntValues(learnt);
  const parts = [
    valueLines(contract, given),
    ruleLines(learnt),
    leaveOutLines(cautions.filter(([, caution]) => caution === undefined)),
    allowLines(cautions),
    idLines(contract),
  ];
  const isEmpty = parts.flat().every((line) => line.startsWith("##"));
  return [
    "## Facts that the description leaves out, and that a run cannot find out.",
    given.length > 0 ? "api:" : isEmpty ? "# api: {}" : "# api:",
    ...parts.flat(),
  ];
}

/** Rules of which any value of the last run says too little: its dates are over soon. */
const passing = new Set(["future", "past", "later"]);

/** An entry of `values` for each member of which the last run has learnt a rule: a value that was accepted. */
function learntValues(learnt: readonly Learnt[]): readonly string[] {
  const lasting = learnt.filter(({ rule, example }) => example !== undefined && !passing.has(rule));
  const members = groupBy(lasting, ({ operation, member }) => `${operation}.${member}`);
  return [...members]
    .filter(([key]) => yamlText(key).length <= longestKey)
    .slice(0, mostEntries)
    .map(([key, rules]) => {
      const why = safeText(rules.map(describeRule).join(", "), 200);
      return `${yamlText(key)}: ${yamlValue(statedJson(rules[0].example))} # learnt: ${why}`;
    });
}

/** The rules that no value of the configuration states. */
function ruleLines(learnt: readonly Learnt[]): readonly string[] {
  const others = learnt.filter(({ rule, example }) => example === undefined || passing.has(rule));
  const lines = others.map(
    (each) => `##    learnt: ${safeText(`${each.member} of ${each.operation} ${describeRule(each)}`, 300)}`,
  );
  return lines.slice(0, mostEntries);
}

function valueLines(contract: Contract, learnt: readonly string[]): readonly string[] {
  const candidates = deriveValueCandidates(contract).filter(
    ({ name }) => yamlText(name).length <= longestKey,
  );
  const entries = candidates.map(({ name, in: where, operations, example }) => {
    const what = where === "body" ? "member of the body" : `${where} parameter`;
    return `${yamlText(name)}: ${yamlValue(example)} # ${what} of ${namesOf(operations)}`;
  });
  const given = learnt.length === 0 ? [] : ["  values:", ...learnt.map((each) => `    ${each}`)];
  const lines = section("values", entries, {
    some: [
      "Values that are valid, by the name of a parameter or of a member of a body. No operation creates what these",
      "stand for, or any text would be a guess: without them, their operations may stay untested. Put in your own.",
    ],
    none: "valid values of parameters and members of bodies, by their names; none seems to be needed",
  });
  return given.length === 0 ? lines : [...given, ...lines.filter((line) => !/^#+ +values:/.test(line))];
}

/** Of a key on one line, as it is written, in characters. Source: YAML 1.2.2, section 7.4.2. */
const longestKey = 200;

function leaveOutLines(called: readonly (readonly [Operation, unknown])[]): readonly string[] {
  const writing = called.map(([operation]) => operation).filter(({ method }) => method !== "GET");
  const entries = writing.map((each) => entryOf(each));
  return section("leave-out", entries, {
    some: [
      "Operations that are not called. These write: they create items, and change and delete only what the run created.",
      "Name those whose items cost something, or stay.",
    ],
    none: "operations that are not called, by their ids; none that is called writes anything",
  });
}

function allowLines(cautions: readonly (readonly [Operation, Caution | undefined])[]): readonly string[] {
  const because = (isMeant: (caution: Caution) => boolean) =>
    cautions.flatMap(([operation, caution]) =>
      caution !== undefined && isMeant(caution) ? [{ operation, caution }] : [],
    );
  const entries = because(isAllowable).map(({ operation, caution }) =>
    entryOf(operation, describeCaution(caution)),
  );
  const never = groupBy(
    because((caution) => !isAllowable(caution)),
    ({ caution }) => describeCaution(caution),
  );
  const others = [...never].map(
    ([why, all]) => `##    never called: ${namesOf(all.map(({ operation }) => operation.id))}: ${why}`,
  );
  return [
    ...section("allow", entries, {
      some: ["Operations to call although their names warn. Unless listed here, these are not called:"],
      none: "operations that are called although they look as if they did more than create an item; none does",
    }),
    ...others,
  ];
}

function idLines(contract: Contract): readonly string[] {
  const entries = deriveIdCandidates(contract).map((path) => `- ${yamlText(path)}`);
  return section("ids", entries, {
    some: ["Where the id of an item stands in a response, as names joined by dots."],
    none: "where the id of an item stands in a response, such as data.id; it seems to be found",
  });
}

/** A key with its entries; only an explanation where there are none. */
function section(
  key: string,
  entries: readonly string[],
  say: { readonly some: readonly string[]; readonly none: string },
): readonly string[] {
  if (entries.length === 0) return [`##  ${key}: ${say.none}`];
  const more = entries.length - mostEntries;
  return [
    ...say.some.map((line) => `##  ${line}`),
    `#   ${key}:`,
    ...entries.slice(0, mostEntries).map((each) => `#     ${each}`),
    ...(more > 0 ? [`##    and ${more} more`] : []),
  ];
}

/** An operation by its id, which may be its method and path, and what is to be said of it. */
function entryOf({ id, method, path }: Operation, why?: string): string {
  const place = `${method} ${path}` === id ? undefined : safeText(`${method} ${path}`, 200);
  const comment = [place, why].filter((each) => each !== undefined).join(": ");
  return `- ${yamlText(id)}${comment === "" ? "" : ` # ${comment}`}`;
}

function namesOf(operations: readonly string[]): string {
  return listed(
    operations.map((id) => safeText(id, 80)),
    mostNamed,
  );
}

/** A text as one value or key of YAML, on one line, in which every character shows. */
function yamlText(text: string): string {
  const isPlain =
    /^[A-Za-z_](?:[\w./-]|:(?=[\w/]))*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : yamlValue(text);
}

/**
 * A value as YAML, on one line: JSON, in which what does not show is escaped.
 * Source: YAML 1.2.2, sections 1.3 and 5.7.
 */
function yamlValue(value: Json): string {
  return renderJson(value).replaceAll(
    /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
}
