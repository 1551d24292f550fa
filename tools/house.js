// Prints how the source is laid out, so that a change of it can be compared: npm run house.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "@typescript/typescript6";

const source = resolve("src");
const linesOf = (text) => text.trimEnd().split("\n").length;
const nameOf = (path) => path.split("/").at(-1);
const folderOf = (path) => path.split("/")[0];

function groupBy(all, keyOf) {
  const groups = new Map();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups];
}

/** Relative path → its text, what it imports (`[name, file, local name]`), what it defines, and which of that it exports. */
const files = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => [path, read(path)]),
);

function read(path) {
  const text = readFileSync(join(source, path), "utf8");
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file = {
    text,
    imports: [],
    passedOn: [],
    targets: new Set(),
    exports: [],
    types: [],
    bodies: new Map(),
  };
  const targetOf = (specifier) => {
    const target = resolve(source, dirname(path), specifier.text).replace(/\.js$/, ".ts");
    return specifier.text.startsWith(".") && existsSync(target) ? relative(source, target) : undefined;
  };
  const define = (name, node) => {
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported) file.exports.push(name);
  };
  for (const node of tree.statements) {
    const target = node.moduleSpecifier && targetOf(node.moduleSpecifier);
    if (target !== undefined) file.targets.add(target);
    const named = node.importClause?.namedBindings?.elements ?? node.exportClause?.elements ?? [];
    for (const { name, propertyName } of target === undefined ? [] : named) {
      const entry = [(propertyName ?? name).text, target, name.text];
      (ts.isImportDeclaration(node) ? file.imports : file.passedOn).push(entry);
    }
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) file.types.push(node.name.text);
    if (ts.isVariableStatement(node))
      for (const each of node.declarationList.declarations) {
        define(each.name.getText(), node);
        file.bodies.set(each.name.getText(), each);
      }
    else if (node.name !== undefined && !ts.isModuleDeclaration(node)) {
      define(node.name.text, node);
      file.bodies.set(node.name.text, node);
    }
  }
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const target = ts.isStringLiteral(node.arguments[0]) ? targetOf(node.arguments[0]) : undefined;
      if (target !== undefined) file.targets.add(target);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return file;
}

/** The file that defines a name, past the indexes of folders. */
function definitionOf([name, path]) {
  const next = files.get(path)?.passedOn.find(([, , shown]) => shown === name);
  return next === undefined ? [name, path] : definitionOf(next);
}

const users = new Map();
const importers = new Map();
const add = (map, key, value) => map.set(key, (map.get(key) ?? new Set()).add(value));
for (const [path, { imports, targets }] of files) {
  for (const target of targets) add(importers, target, path);
  for (const entry of imports) {
    const [name, defined] = definitionOf(entry);
    add(users, `${defined} ${name}`, path);
    add(importers, defined, path);
  }
}

const usersOf = (path, name) => users.get(`${path} ${name}`)?.size ?? 0;
/** An index that passes names on is no user of a file. */
const importersOf = (path) => [...(importers.get(path) ?? [])].filter((each) => nameOf(each) !== "index.ts");

const folders = groupBy([...files.keys()], folderOf).map(([folder, paths]) => {
  const all = paths.flatMap((path) => files.get(path).exports.map((name) => usersOf(path, name)));
  return {
    folder,
    files: paths.length,
    lines: paths.reduce((sum, path) => sum + linesOf(files.get(path).text), 0),
    exports: all.length,
    "with one user": all.filter((count) => count === 1).length,
    "files with one importer": paths.filter((path) => importersOf(path).length === 1).length,
  };
});
const total = (column) => folders.reduce((sum, each) => sum + each[column], 0);
const columns = Object.keys(folders[0]).slice(1);
console.table([
  ...folders,
  { folder: "all", ...Object.fromEntries(columns.map((each) => [each, total(each)])) },
]);

/** Names that several files have, with these files. */
function twice(entries) {
  const grouped = groupBy(entries, ([name]) => name);
  return grouped
    .map(([name, all]) => [name, all.map(([, path]) => path)])
    .filter(([, paths]) => paths.length > 1);
}
function list(title, rows) {
  console.log(`\n${title}: ${rows.length}`);
  for (const [name, paths] of rows) console.log(`  ${name}: ${paths.join(" ")}`);
}
const isIndex = (path) => nameOf(path) === "index.ts";
list(
  "file names that stand twice",
  twice([...files.keys()].filter((path) => !isIndex(path)).map((path) => [nameOf(path), path])),
);
list(
  "types that stand twice",
  twice([...files].flatMap(([path, { types }]) => types.map((name) => [name, path]))),
);

const verbFiles = [...files].filter(([path]) => /-verbs\.ts$/.test(path));
const verbs = verbFiles.map(([path, { text }]) => {
  const shown = [...text.matchAll(/^export interface \w+Verbs \{\n.*?^\}/gms)]
    .map(([each]) => each)
    .join("\n");
  return {
    path,
    lines: linesOf(shown),
    names: [...shown.matchAll(/readonly (\w+):/g)].map(([, verb]) => verb),
  };
});
console.log(`\nverbs of the actor: ${new Set(verbs.flatMap(({ names }) => names)).size}`);

const chains = new Map();
/** The longest chain of imports that begins with a file. */
function chainFrom(path) {
  const known = chains.get(path);
  if (known !== undefined) return known;
  chains.set(path, [path]);
  const all = [...files.get(path).targets].filter((each) => files.has(each)).map(chainFrom);
  const chain = [path, ...all.reduce((longest, each) => (each.length > longest.length ? each : longest), [])];
  chains.set(path, chain);
  return chain;
}
const longest = [...files.keys()]
  .map(chainFrom)
  .reduce((one, other) => (other.length > one.length ? other : one));
console.log(`\nlongest chain of imports: ${longest.length} files\n  ${longest.join(" ")}`);

/** The files that the calls of a function lead through, in their order, up to `runConformance`; each function is read once. */
function wayOf(path, name) {
  const seen = new Set();
  const way = [];
  let isThere = false;
  const enter = (where, called) => {
    const node = files.get(where)?.bodies.get(called);
    if (node === undefined || isThere || seen.has(`${where} ${called}`)) return;
    seen.add(`${where} ${called}`);
    if (called === "runConformance") isThere = true;
    if (way.at(-1) !== where) way.push(where);
    const visit = (part) => {
      if (isThere) return;
      ts.forEachChild(part, visit);
      if (!ts.isCallExpression(part) || !ts.isIdentifier(part.expression)) return;
      const local = part.expression.text;
      const imported = files.get(where).imports.find(([, , shown]) => shown === local);
      const [next, file] = imported === undefined ? [local, where] : definitionOf(imported);
      if (["cli", "settings", "library"].includes(folderOf(file)) || next === "runConformance")
        enter(file, next);
    };
    ts.forEachChild(node, visit);
  };
  enter(path, name);
  return way;
}
const way = wayOf("cli/run-command.ts", "run");
console.log(
  `\nthe way of flags to runConformance: ${way.length} stays, ${way.length - new Set(way).size} returns`,
);
console.log(`  ${way.join(" ")}`);

/** How much else one has to read to understand a file: those that define the names which it imports, and the interfaces of its verbs. */
function readingCost([path, { text, imports }]) {
  const used = new Set([...text.matchAll(/\bt\.(\w+)/g)].map(([, verb]) => verb));
  const interfaces = verbs.filter(({ names }) => names.some((verb) => used.has(verb)));
  const defining = [...new Set(imports.map((entry) => definitionOf(entry)[1]))];
  const further = [
    ...defining.map((each) => linesOf(files.get(each).text)),
    ...interfaces.map(({ lines }) => lines),
  ];
  return {
    file: path,
    lines: linesOf(text),
    "further files": further.length,
    "further lines": further.reduce((sum, each) => sum + each, 0),
  };
}
/** The other files of an area have its verbs. */
const properties = [...files].filter(
  ([path, { text }]) =>
    folderOf(path) === "properties" && /^export const \w+: (?:(?:Own)?Property|Invariant)\b/m.test(text),
);
const costs = properties.map(readingCost);
const mean = (column) => Math.round(costs.reduce((sum, row) => sum + row[column], 0) / costs.length);
const means = ["lines", "further files", "further lines"].map((each) => [each, mean(each)]);
console.log("\nto read for each file of properties:");
console.table([...costs, { file: "on average", ...Object.fromEntries(means) }]);
