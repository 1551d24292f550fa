// How much else one has to read to understand each file of properties: npm run reading-cost.
// That is the files that define the names which it imports, and the interfaces of the verbs that it uses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const source = resolve("src");
const textOf = (file) => readFileSync(file, "utf8");
const linesOf = (text) => text.trimEnd().split("\n").length;

/** The names that a text imports or exports from other files: `[name, file]`. */
function namesIn(file, kind) {
  const all = textOf(file).matchAll(
    new RegExp(`^${kind} (?:type )?\\{([^}]*)\\} from "(\\.[^"]+)\\.js";`, "gm"),
  );
  return [...all].flatMap(([, names, path]) => {
    const target = resolve(dirname(file), `${path}.ts`);
    if (!existsSync(target)) return [];
    const plain = names.split(",").map(
      (name) =>
        name
          .replace(/\btype\b/, "")
          .trim()
          .split(" as ")[0],
    );
    return plain.filter((name) => name !== "").map((name) => [name, target]);
  });
}

/** The file that defines a name, past the indexes of folders. */
function definitionOf([name, file]) {
  if (!file.endsWith("index.ts")) return file;
  const next = namesIn(file, "export").find(([exported]) => exported === name);
  return next === undefined ? file : definitionOf(next);
}

const verbs = readdirSync(join(source, "engine"))
  .filter((name) => name.endsWith("-verbs.ts"))
  .map((name) => {
    const text = textOf(join(source, "engine", name));
    const [shown = ""] = /^export interface \w+Verbs \{\n.*?^\}/ms.exec(text) ?? [];
    return { lines: linesOf(shown), names: [...shown.matchAll(/readonly (\w+):/g)].map(([, verb]) => verb) };
  });

const folder = join(source, "properties");
const rows = readdirSync(folder)
  .filter((name) => !["index.ts", "all-properties.ts"].includes(name))
  .map((name) => {
    const file = join(folder, name);
    const text = textOf(file);
    const used = new Set([...text.matchAll(/\bt\.(\w+)/g)].map(([, verb]) => verb));
    const interfaces = verbs.filter((each) => each.names.some((verb) => used.has(verb)));
    const files = [...new Set(namesIn(file, "import").map(definitionOf))];
    const further = [...files.map((each) => linesOf(textOf(each))), ...interfaces.map(({ lines }) => lines)];
    return {
      file: name,
      lines: linesOf(text),
      "further files": further.length,
      "further lines": further.reduce((sum, each) => sum + each, 0),
    };
  });
const mean = (column) => Math.round(rows.reduce((sum, row) => sum + row[column], 0) / rows.length);
const columns = ["lines", "further files", "further lines"];
console.table([
  ...rows,
  { file: "on average", ...Object.fromEntries(columns.map((each) => [each, mean(each)])) },
]);
