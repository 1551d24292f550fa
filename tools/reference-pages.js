// The pages of docs/ that are made from the program's own tables: npm run docs.

const generated = "<!-- Written by `npm run docs`: change the program's tables instead. -->";

/** A table in Markdown, without the columns in which no row has anything. */
function table(head, rows) {
  const isUsed = head.map((_, column) => rows.some((row) => row[column] !== ""));
  const line = (cells) => `| ${cells.filter((_, column) => isUsed[column]).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const inCell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "&lt;");
const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** docs/requirements.md, from the list of all properties. */
export function renderRequirementsPage(properties) {
  const promises = properties.flat().flatMap((property) => {
    if (typeof property === "function") return [];
    const { requirement, sentence, further = [], source } = property;
    const own = typeof requirement === "function" ? [] : [{ ...requirement, sentence }];
    return [...own, ...further].map((each) => ({ source, ...each }));
  });
  const byName = new Map(promises.map((each) => [`${each.name} ${wordsOf(each)} ${each.proof}`, each]));
  const rows = [...byName.values()].map((each) => [
    code(each.name),
    typeof each.level === "string" ? each.level : "implied, or advice",
    inCell(wordsOf(each)),
    inCell(sentence(each.proof)),
    each.source ?? "",
  ]);
  return `${[
    generated,
    "# Derived requirements",
    "```sh\nnpx pedigree list --spec openapi.yaml    # those of your description\n```",
    "Each operation of a description has those of these requirements that it gives rise to. Their ids begin with the id of the operation: `getOrder: unknown item`. Beside them, each operation has `responses` and `no server error` (must), and one requirement for each violation that it has to refuse, such as `addOrder: body /amount minimum` (implied). `every response` and `every request` are about all operations.",
    table(["requirement", "level", "promise", "proof", "source"], rows),
  ].join("\n\n")}\n`;
}

/** The promise of an operation that has no name. */
function wordsOf({ sentence: promise }) {
  return sentence(promise({ op: { id: "the operation" } }));
}

/** docs/cli.md, from commander's tables. */
export function renderCliPage(program) {
  const help = program.createHelp();
  const commands = help.visibleCommands(program).filter((command) => command.name() !== "help");
  const map = commands.map((command) => [
    `[\`pedigree ${command.name()}\`](#pedigree-${command.name()})`,
    inCell(command.description()),
  ]);
  return `${[
    generated,
    "# Command line",
    "```sh\nnpx pedigree --help        # all commands\nnpx pedigree run --help    # all flags of one command\n```",
    table(["command", "purpose"], map),
    exitCodes,
    environmentOf(commands),
    ...commands.flatMap((command) => renderCommand(command, help)),
  ].join("\n\n")}\n`;
}

const exitCodes = `## Exit codes

| code | meaning |
| --- | --- |
| 0 | the server conforms, or the command did its work |
| 1 | the server does not conform |
| 2 | wrong usage or configuration: nothing was judged, or a report could not be written |
| 3 | inconclusive: unreachable, wrong address, key refused, nothing tested, or too flaky to judge |
| 70 | a bug in Pedigree |
| 130 | interrupted |

[Troubleshooting](troubleshooting.md) lists the messages of codes 2 and 3 with their remedies.`;

function environmentOf(commands) {
  const variables = new Map(
    commands
      .flatMap(({ options }) => options)
      .filter(({ envVar }) => envVar !== undefined)
      .map(({ envVar, long }) => [envVar, long]),
  );
  const others = [
    ["PEDIGREE_API_KEY", "the API key"],
    ["PEDIGREE_SECOND_API_KEY", "the key of another user, see `--second-key-file`"],
    ["PEDIGREE_SIGNING_KEY", "the key that signs a bundle, see `--signing-key`"],
    ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "the proxy, see `--proxy`"],
    ["NO_COLOR", "output without colour"],
  ];
  const stated = [...variables].map(([name, flag]) => [name, `as ${code(flag)}`]);
  const rows = new Map([...stated, ...others]);
  return `## Environment

A flag beats the environment, and the environment beats the [configuration file](configuration.md). An empty value is an
error: it often comes from a variable that is not set.

${table(
  ["variable", "meaning"],
  [...rows].map(([names, meaning]) => [names.split(", ").map(code).join(", "), meaning]),
)}`;
}

function renderCommand(command, help) {
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const groups = new Map();
  for (const option of options) {
    const group = (option.helpGroupHeading ?? "").replace(/:$/, "");
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  const usage = `pedigree ${command.name()} ${command.usage()}`;
  return [
    `## pedigree ${command.name()}`,
    `${inCell(sentence(command.description()))}`,
    `\`\`\`\n${usage}\n\`\`\``,
    ...[...groups].flatMap(([group, each]) => [
      ...(group === "" || groups.size === 1 ? [] : [`**${group}**`]),
      table(["flag", "meaning", "default", "environment"], each.map(optionRow)),
    ]),
  ];
}

function optionRow({ flags, description, defaultValue, envVar, mandatory, argChoices }) {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(" or ")})`;
  const said = `${inCell(description)}${choices}${mandatory ? "; required" : ""}`;
  const standard = defaultValue === undefined ? "" : code(String(defaultValue));
  return [code(flags), said, standard, envVar === undefined ? "" : code(envVar)];
}

/** docs/configuration.md, from the JSON Schema of the configuration. */
export function renderConfigurationPage(schema) {
  const { $schema: _, ...properties } = schema.properties;
  return `${[
    generated,
    "# Configuration",
    introduction,
    "## Keys",
    "Keys of the file:",
    tableOf({ properties }),
    ...sectionsOf({ properties }, ""),
  ].join("\n\n")}\n`;
}

const introduction = `\`\`\`sh
npx pedigree init                       # writes pedigree.config.yaml, every key explained
npx pedigree doctor --target staging    # checks the target: name, TLS, proxy, base path, key, clock
\`\`\`

Pedigree reads \`pedigree.config.yaml\` in the working directory, or the file that \`--config\` names. A flag beats the
environment, and the environment beats the file. Paths are relative to the file, and its commands run in its folder.
Pedigree refuses all wrong keys at once, each with its place and the nearest valid name. Editors know the keys by
[their schema](../spec/config.schema.json), which the first line names:

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/pedigree/spec/config.schema.json
target: staging
targets:
  staging:
    url: https://staging.example/v1
    key: { env: STAGING_KEY }
    rate: 50
  production:
    url: https://store.example/v1
    key: { file: production.key }
profiles:
  nightly: { duration: 10m }
waivers:
  - { requirement: LIST-3, reason: PET-417 is being fixed, owner: team-pets, expires: 2026-12-31 }
expect:
  limit-out-of-range: 400
reports: { folder: reports, formats: [json, junit, html] }
\`\`\`

A target named \`production\`, or marked so, is read-only unless its entry says \`writing: allowed\`; see
[Safety](safety.md). [How it judges](how-it-judges.md#waivers) explains waivers and \`expect\`.
[Any OpenAPI description](any-openapi.md) explains \`api\`.`;

/** The object that a key holds, itself or by names or in a list, and how its path goes on. */
function objectOf(node) {
  if (node.properties !== undefined) return [node, ""];
  if (node.items?.properties !== undefined) return [node.items, "[]"];
  if (node.additionalProperties?.properties !== undefined) return [node.additionalProperties, ".NAME"];
  return undefined;
}

const isSection = (node) =>
  objectOf(node) !== undefined &&
  (node.examples === undefined || node.properties?.request || node.properties?.["client-id"]);

function sectionsOf({ properties }, path) {
  return Object.entries(properties).flatMap(([key, node]) => {
    if (!isSection(node)) return [];
    const [object, rest] = objectOf(node);
    const at = `${path}${key}${rest}`;
    return [`### ${at}`, tableOf(object), ...sectionsOf(object, `${at}.`)];
  });
}

function tableOf({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([key, node]) => [
    `\`${key}\`${required.includes(key) ? " (required)" : ""}`,
    isSection(node) ? "a map, see below" : inCell(node.title ?? valuesOf(node)),
    inCell(node.description ?? ""),
    node.examples?.[0] === undefined ? "" : code(inYaml(node.examples[0])),
  ]);
  return table(["key", "value", "meaning", "example"], rows);
}

function valuesOf({ enum: values, type }) {
  return values === undefined ? String(type ?? "a value") : `one of ${values.join(", ")}`;
}

/** A value as a line of YAML. */
function inYaml(value) {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${key}: ${inYaml(each)}`)
      .join(", ")} }`;
  return typeof value === "string" && /^\d+$/.test(value) ? `"${value}"` : String(value);
}
