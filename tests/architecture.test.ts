import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { properties as allProperties, invariants } from "../src/properties/index.js";

/** From the top: a folder may import those above it, and each only by its index. */
const folders = [
  "json",
  "description",
  "schema",
  "transport",
  "engine",
  "model",
  "values",
  "session",
  "laws",
  "actor",
  "properties",
  "contracts",
  "report",
  "server",
  "calibration",
  "certification",
  "settings",
  "cli",
];
/** What the package exports: these import any folder, and no folder imports them. */
const entryPoints = ["library", "vitest"];
const order = [...folders, ...entryPoints];
/** Those of the actor, which are read in the same way; its verbs stand beside them. */
const actorFolders = ["comparison", "responses", "violations", "items", "lists", "", "custom"];
/** Those of the properties, in the order of docs/architecture.md. */
const areas = [
  "responses",
  "input",
  "credentials",
  "creation",
  "changes",
  "actions",
  "deletion",
  "conditional",
  "lists",
  "filters",
  "paging",
  "nesting",
  "links",
  "singletons",
  "robustness",
];
/** The folders that work for any interface. */
const generic = [...folders.slice(0, folders.indexOf("contracts")), "report"];
const source = new URL("../src/", import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const imports = files.flatMap((file) => {
  const text = readFileSync(new URL(file, source), "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, to = ""]) => {
    const target = new URL(to, new URL(file, source)).pathname.slice(source.pathname.length);
    return { file, from: file.split("/")[0] ?? "", to: target.split("/")[0] ?? "", target };
  });
});
const across = imports.filter(({ from, to }) => from !== to);

/** Files that import each other, directly or through others. Those without imports of what is left go first. */
function filesInCircles(): readonly string[] {
  let left = files;
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const importing = imports.filter(({ target }) => left.some((file) => target === compiled(file)));
    left = left.filter((file) => importing.some((each) => each.file === file));
    left = left.filter((file) =>
      imports.some((each) => each.target === compiled(file) && left.includes(each.file)),
    );
  }
  return left;
}

/** What a file imports of the engine besides its nouns, which are about a response and a finding. */
function ofRuns(file: string): readonly string[] {
  const nouns = /^(isSuccess|isRefusal|Phase|Dimensions?|Combination|ParsedExchange)$/;
  const text = readFileSync(new URL(file, source), "utf8");
  const names = [
    ...text.matchAll(/import (?:type )?\{([^}]*)\} from "(?:\.\.\/)+engine\/index\.js"/g),
  ].flatMap(([, list = ""]) => list.split(",").map((name) => name.replace("type ", "").trim()));
  return names.filter((name) => name !== "" && !nouns.test(name)).map((name) => `${file} imports ${name}`);
}

const compiled = (file: string): string => file.replace(/\.tsx?$/, ".js");

describe("the files of src", () => {
  it("have names that stand once", () => {
    const names = files.map((file) => file.split("/").at(-1) ?? "").filter((name) => name !== "index.ts");
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("import each other in no circle, types included", () => {
    expect(filesInCircles()).toEqual([]);
  });
});

describe("the folders of src", () => {
  it("are those of docs/architecture.md, in its order", () => {
    const page = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(folders);
  });

  it("are drawn in docs/architecture.md, each with those that it imports and reaches through no other", () => {
    const page = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
    const [, picture = ""] = /```mermaid\n(.*?)```/s.exec(page) ?? [];
    const drawn = [...picture.matchAll(/^ +(\w+) --> (.+)$/gm)].flatMap(([, from, to = ""]) =>
      to.split(" & ").map((each) => `${from} imports ${each}`),
    );
    const importedBy = (from: string) =>
      new Set(across.filter((each) => each.from === from).map(({ to }) => to));
    const reachedBy = (from: string): ReadonlySet<string> =>
      new Set([...importedBy(from)].flatMap((to) => [to, ...reachedBy(to)]));
    const direct = order.flatMap((from) => {
      const imported = [...importedBy(from)];
      return imported
        .filter((to) => !imported.some((other) => other !== to && reachedBy(other).has(to)))
        .map((to) => `${from} imports ${to}`);
    });
    expect(drawn.toSorted()).toEqual(direct.toSorted());
  });

  it("import each other", () => {
    expect(across.length).toBeGreaterThan(50);
  });

  it("import only what stands above them", () => {
    const upward = across.filter(({ from, to }) => order.indexOf(to) >= order.indexOf(from));
    expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("are imported by their index only", () => {
    const past = across.filter(({ to, target }) => target !== `${to}/index.js`);
    expect(past.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("import only what stands above them in the actor, too", () => {
    const folderOf = (file: string): number => {
      const [, name = ""] = /^actor\/(?:([^/]+)\/)?[^/]+$/.exec(file) ?? [];
      return actorFolders.indexOf(name);
    };
    const within = imports.filter(({ file, to }) => file.startsWith("actor/") && to === "actor");
    const upward = within.filter(({ file, target }) => folderOf(target) > folderOf(file));
    expect(within.length).toBeGreaterThan(100);
    expect(
      upward
        .filter(({ file }) => file !== "actor/index.ts")
        .map(({ file, target }) => `${file} imports ${target}`),
    ).toEqual([]);
  });

  const containing = (pattern: RegExp, partOf = (text: string) => text): readonly string[] =>
    files.filter((file) => pattern.test(partOf(readFileSync(new URL(file, source), "utf8"))));
  const withoutComments = (text: string): string => text.replaceAll(/\/\*\*.*?\*\//gs, "");

  it("hold no word of an interface where they are the engine or its reports", () => {
    const words = /\b(animals?|pets?|petId|categoryId|sold|listPets|createPet|getPet|PetStatus)\b/i;
    expect(containing(words).filter((file) => generic.includes(file.split("/")[0] ?? ""))).toEqual([]);
  });

  it("hold no id of a requirement", () => {
    expect(
      containing(/\b(GEN|PET|LIST|CREATE|GET|AUTH|ERR|DEP|LIM|VER|STATE)-[1-9]/, withoutComments),
    ).toEqual([]);
  });
});

describe("the knowledge of a run", () => {
  const owners = files.filter((file) => /^session\/[^/]+$/.test(file));
  const interfaces = owners.flatMap((file) => {
    const text = readFileSync(new URL(file, source), "utf8").replaceAll(/\/\*\*.*?\*\//gs, "");
    return [...text.matchAll(/^export interface (\w+).*?\{\n(.*?)^\}/gms)].map(
      ([, name = "", body = ""]) => ({
        name,
        members: body.split("\n").filter((line) => /^ {2}\w/.test(line)),
      }),
    );
  });

  it("is written by its owner alone: others see what they cannot change", () => {
    const members = interfaces.flatMap((each) =>
      each.members.map((member) => `${each.name}.${member.trim()}`),
    );
    const isOpen = (member: string): boolean =>
      !/\.readonly /.test(member) || /(?<!Readonly)(Map|Set)<|: (?!readonly )[^;=]*\[\];/.test(member);
    expect(members.length).toBeGreaterThan(100);
    expect(members.filter(isOpen)).toEqual([]);
  });

  it("has several owners: none holds all of it", () => {
    const sizes = interfaces.map(({ members }) => members.filter((each) => !each.includes("=>")).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  });
});

/** Files that list words outside the lexicon, with the reason: most are words of a standard, of a program or of a notation. */
const otherLists: Readonly<Record<string, string>> = {
  "description/bundle.ts": "keywords of JSON Schema",
  "description/description.ts": "keywords of JSON Schema, security schemes and media types",
  "description/file.ts": "messages of the YAML parser",
  "description/references.ts": "keywords of JSON Schema and OpenAPI",
  "description/repair.ts": "keywords of OpenAPI",
  "description/swagger-schema.ts": "keywords of Swagger",
  "schema/conditions.ts": "keywords of JSON Schema",
  "schema/value-options.ts":
    "English: the generator stands above the lexicon, and the shipped interface uses it",
  "model/names.ts": "the notation of bounds: `pages[gte]`",
  "model/sortings.ts": "the notation of sort orders: `name:desc`",
  "values/bodies.ts": "media types",
  "model/headers.ts": "headers, and products",
  "model/resource-references.ts": "the notation of ids, and formats of OpenAPI",
  "model/unique-members.ts": "formats of OpenAPI",
  "values/header-values.ts": "headers",
  "session/internals.ts": "messages of databases",
  "values/violations/violations-at.ts": "keywords of JSON Schema",
  "values/violations/boundary-rows.ts": "keywords of JSON Schema",
  "values/violations/leniency.ts": "keywords of JSON Schema",
  "values/violations/violation.ts": "keywords of JSON Schema",
};

describe("words of English", () => {
  const judging = files.filter((file) =>
    /^(contracts\/openapi|properties|actor|session|values|description|schema|model)\//.test(file),
  );
  const isWord = (alternative: string): boolean => /[a-z]{3}/i.test(alternative.replaceAll(/\\[a-z]/gi, " "));

  /** Has an expression three alternatives that are words? */
  const isWordList = (expression: string): boolean => expression.split("|").filter(isWord).length >= 3;

  const listsWords = (file: string): boolean => {
    const text = readFileSync(new URL(file, source), "utf8");
    const expressions = text.matchAll(
      /(?<=[\s([!,=])\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
    );
    // A list in a text, and a set.
    const texts = text.matchAll(/"(?:[a-z_]+ ){7,}[a-z_]+"\.split|new Set\(\[\s*(?:"[a-z]{3,}",?\s*){3,}\]/g);
    return [...expressions].some(([each]) => isWordList(each)) || [...texts].length > 0;
  };

  it("stand in the lexicon, not in expressions", () => {
    expect(judging.filter(listsWords).toSorted()).toEqual(Object.keys(otherLists).toSorted());
  });
});

const areaOf = (file: string): string => /^properties\/([^/]+)\//.exec(file)?.[1] ?? "";

/** The properties that the index of each area names. */
const named: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  await Promise.all(
    areas.map(async (area) => {
      const index = await import(`../src/properties/${area}/index.ts`);
      return [area, index[area]] as const;
    }),
  ),
);

describe("the properties", () => {
  const textOf = (file: string): string => readFileSync(new URL(file, source), "utf8");
  const exported = /^export (?:const (\w+): (?:(?:Own)?Property|Invariant)\b|function (\w+)\(op: Op)/gm;
  const inAreas = files.filter((file) => areaOf(file) !== "" && !file.endsWith("/index.ts"));
  const properties = inAreas.filter((file) => textOf(file).search(exported) >= 0);
  const verbs = inAreas.filter((file) => !properties.includes(file));

  it("leave repetition, reasons and what else has to be known to the engine", () => {
    const ownPolicy = /\bSkip\b|\bfor \((?!const )|\bwhile \(|\.state\b|\/i\b/;
    expect(properties.length).toBeGreaterThan(4);
    expect(properties.filter((file) => ownPolicy.test(textOf(file)))).toEqual([]);
  });

  it("import the actor, and what stands above it, but no state of a run", () => {
    const known = folders.slice(0, folders.indexOf("properties") + 1).filter((each) => each !== "session");
    const others = imports.filter(({ file, to }) => properties.includes(file) && !known.includes(to));
    expect(others.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    expect(properties.flatMap(ofRuns)).toEqual([]);
  });

  it("stand in areas, which docs/architecture.md has in the same order", () => {
    const page = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `properties\/([a-z]+)` \|/gm)].map(([, name]) => name);
    const found = new Set(properties.map(areaOf));
    expect(rows).toEqual(areas);
    expect([...found].toSorted()).toEqual(areas.toSorted());
  });

  it("know no other area, and are entered by the index of theirs", () => {
    const entering = imports.filter(
      ({ file, to, target }) =>
        to === "properties" && areaOf(target) !== "" && areaOf(target) !== areaOf(file),
    );
    const isFromAbove = ({ file, target }: (typeof entering)[number]): boolean =>
      areaOf(file) === "" && target === `properties/${areaOf(target)}/index.js`;
    expect(entering.length).toBeGreaterThanOrEqual(areas.length);
    expect(
      entering.filter((each) => !isFromAbove(each)).map(({ file, target }) => `${file} imports ${target}`),
    ).toEqual([]);
  });

  it("are all named by the index of their area", () => {
    const all = properties.flatMap((file) =>
      [...textOf(file).matchAll(exported)].map(([, value, made]) => ({
        area: areaOf(file),
        name: value ?? made ?? "",
      })),
    );
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter(({ area, name }) => !Object.hasOwn(named.get(area) ?? {}, name))).toEqual([]);
  });

  it("act through verbs: those of their area stand where they are, and alone see the stage", () => {
    expect(properties.filter((file) => /\bstage\b/.test(textOf(file)))).toEqual([]);
    expect(verbs.filter((file) => /\bSkip\b/.test(textOf(file)))).toEqual([]);
    expect(verbs.length).toBeGreaterThan(2);
  });

  it("run in the order of their area, each once", () => {
    const run: readonly unknown[] = [...allProperties.flat(), ...invariants];
    const all = [...named.values()].flatMap((each) => Object.values(each));
    expect(run.length).toBe(new Set(run).size);
    expect(new Set(all)).toEqual(new Set(run));
    for (const each of named.values()) {
      const places = Object.values(each).map((property) => run.indexOf(property));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    }
  });

  it("run in at most 40 lines", () => {
    const runs = properties.map((file) => [...textOf(file).matchAll(/^( +)run: .*?^\1\}/gms)]);
    expect(runs.filter((each) => each.length === 0)).toEqual([]);
    const lengths = runs.flat().map(([run]) => run.split("\n").length);
    expect(Math.min(...lengths)).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
  });
});

describe("the laws", () => {
  const laws = files.filter((file) => file.startsWith("laws/"));
  const textOf = (file: string): string => readFileSync(new URL(file, source), "utf8");

  it("are pure functions on what a run has seen: they import nothing that sends or keeps state", () => {
    const above = ["json", "description", "schema", "engine", "model", "values", "laws"];
    const others = imports.filter(({ from, to }) => from === "laws" && !above.includes(to));
    expect(others.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
    expect(laws.flatMap(ofRuns)).toEqual([]);
    expect(laws.filter((file) => /\bawait\b|\basync\b|\bSkip\b/.test(textOf(file)))).toEqual([]);
  });

  it("have at most 80 lines each", () => {
    expect(laws.length).toBeGreaterThan(5);
    expect(laws.filter((file) => textOf(file).split("\n").length > 81)).toEqual([]);
  });

  it("are all registered", () => {
    const list = textOf("laws/index.ts");
    const names = laws.flatMap((file) =>
      [...textOf(file).matchAll(/^export const (\w+): \w*Law\b/gm)].map(([, name = ""]) => name),
    );
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(list))).toEqual([]);
  });
});

/** Everyday words that name no concept of the field. Predicates of arithmetic and others' names may have them. */
const coinages =
  /^(said|told|taken|aside|alone|apart|odd|due|twins?|looks?|habits?|deeds?|stock|crowd(s|ed)?)$/i;

describe("names are the field's terms", () => {
  const wordsOf = (name: string): readonly string[] => name.split(/(?=[A-Z])|[-_.]/);
  const hasCoinage = (name: string): boolean => wordsOf(name).some((word) => coinages.test(word));

  it("in what a file exports, and in the members of exported types", () => {
    const names = files.flatMap((file) => {
      const text = readFileSync(new URL(file, source), "utf8");
      const exported = text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm);
      const members = text.matchAll(/^ +readonly (\w+)\??:/gm);
      return [...exported, ...members].map(([, name = ""]) => name);
    });
    expect(names.length).toBeGreaterThan(1000);
    const found = new Set(names.filter(hasCoinage));
    // A member of the format of bundles.
    expect([...found]).toEqual(["alone"]);
  });

  it("in the names of files", () => {
    expect(files.filter((file) => file.split("/").some(hasCoinage))).toEqual([]);
  });
});
