import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import wrapAnsi from "wrap-ansi";
import { stringify } from "yaml";
import { ConfigurationError, isCatalogued, specDirectory } from "../description/index.js";
import type { Learnt, Report } from "../engine/index.js";
import type { SchemaNode } from "../settings/index.js";
import {
  addressStatedBy,
  chooseContract,
  configurationFile,
  exitCodes,
  type Settings,
} from "../settings/index.js";
import { readBaseUrl } from "../transport/index.js";
import { renderForDescription, runLine } from "./described-template.js";
import { readLastReport } from "./last-report.js";

/**
 * Writes a configuration file, with the server and explained comments, into the working directory; with a description, one for
 * that interface.
 * @throws ConfigurationError if there is one already, if none can be written, or for a description that cannot be read
 */
export async function init(
  { spec, overlays, target, reports = "reports" }: Settings,
  force = false,
): Promise<number> {
  const chosen = await chooseContract({ spec, overlays });
  const isDescribed = !isCatalogued(chosen.contract) && spec !== undefined;
  if (target !== undefined && !isDescribed)
    throw new ConfigurationError("--target needs --spec with a description, a file or an address");
  const baseUrl = target === undefined ? addressStatedBy(chosen, spec) : readBaseUrl(target);
  const text = isDescribed
    ? renderForDescription(
        chosen.contract,
        { spec, overlays, baseUrl },
        learntIn(readLastReport(reports), spec),
      )
    : renderTemplate();
  try {
    writeFileSync(configurationFile, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === "EEXIST"
        ? `${configurationFile} is there already: --force overwrites it`
        : `${configurationFile} cannot be written (${code})`,
    );
  }
  const next = isDescribed
    ? `Look at what it asks for, then: ${runLine({ spec, overlays, baseUrl })}`
    : "Put the address of your server in it, then: pedigree run";
  process.stdout.write(`${configurationFile} was written. ${next}\n`);
  return exitCodes.conforms;
}

/** The facts that the last run by a description has learnt. Anybody may have written its report. */
function learntIn(last: Partial<Report> | undefined, spec: string): readonly Learnt[] {
  const there: unknown = last?.target?.spec === spec ? last.run?.learnt : undefined;
  const isText = (value: unknown): boolean => typeof value === "string";
  return (Array.isArray(there) ? there : []).filter(
    (each) => isText(each?.operation) && isText(each.member) && isText(each.rule),
  );
}

const head = `# yaml-language-server: $schema=./node_modules/pedigree/spec/config.schema.json

## The server to judge. Its API key comes from PEDIGREE_API_KEY.
target: server
targets:
  server:
    url: http://localhost:8080/v1

## A run needs nothing else. Below is all that can be said besides: lines with "##" explain; take the "# " away in front of
## what you want to say. A flag beats the environment, and the environment beats this file. Paths are relative to this
## file, and commands run in its folder.`;

/**
 * Renders the file that `pedigree init` writes: the server, and from the schema all else as comments: "##" explains, and a line behind "# "
 * holds once the "# " is gone.
 */
export function renderTemplate(): string {
  const schema: SchemaNode = JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8"));
  const { $schema: _, target: _target, targets, ...others } = schema.properties ?? {};
  const server = targets?.additionalProperties || undefined;
  const { url: _url, ...members } = server?.properties ?? {};
  const ofServer = Object.entries(members).flatMap(([key, node]) => renderKey(key, node, "    "));
  const parts = Object.entries(others).map(([key, node]) => renderKey(key, node, "").join("\n"));
  return `${[head, ["## More of the server.", ...ofServer].join("\n"), ...parts].join("\n\n")}\n`;
}

/** A key with its explanation and an example, or with its own keys. */
function renderKey(key: string, node: SchemaNode, indent: string): readonly string[] {
  const lines = wrapAnsi(node.description ?? "", 110).split("\n");
  const explanation = node.description === undefined ? [] : lines.map((line) => `##${indent || " "}${line}`);
  const [example] = node.examples ?? [];
  if (example !== undefined) return [...explanation, `# ${indent}${key}: ${inline(example)}`];
  return [...explanation, `# ${indent}${key}:`, ...renderMembers(node, `${indent}  `)];
}

function renderMembers(node: SchemaNode, indent: string): readonly string[] {
  if (node.items !== undefined) {
    const lines = renderMembers(node.items, indent);
    const first = lines.findIndex((line) => !line.startsWith("##"));
    const dashed = `# ${indent.slice(2)}- ${lines[first]?.slice(indent.length + 2)}`;
    return lines.with(first, dashed);
  }
  const members = Object.entries(node.properties ?? {});
  if (members.length > 0) return members.flatMap(([key, member]) => renderKey(key, member, indent));
  const [name] = node.propertyNames?.examples ?? [];
  return node.additionalProperties ? renderKey(String(name), node.additionalProperties, indent) : [];
}

function inline(value: unknown): string {
  return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
}
