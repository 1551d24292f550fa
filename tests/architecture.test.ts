import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** From the top: a folder may import those above it, and each only by its index. */
const folders = [
  "json",
  "contract",
  "cases",
  "http",
  "judge",
  "suite",
  "run",
  "report",
  "reference",
  "calibration",
  "cli",
];
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
const across = imports.filter(({ file, from, to }) => from !== to && file !== "index.ts");

describe("the folders of src", () => {
  it("are those of the README, in its order", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    expect(readme.replaceAll(/\s+/g, " ")).toContain(folders.join(", "));
  });

  it("import each other", () => {
    expect(across.length).toBeGreaterThan(50);
  });

  it("import only what stands above them", () => {
    const upward = across.filter(({ from, to }) => folders.indexOf(to) >= folders.indexOf(from));
    expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("are imported by their index only", () => {
    const past = across.filter(({ to, target }) => target !== `${to}/index.js`);
    expect(past.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("know of pets only where the design says so", () => {
    const knowing = files.filter(
      (file) =>
        !/^(suite|reference|calibration)\//.test(file) &&
        /\b(listPets|createPet|getPet|categoryId|PetStatus)\b/.test(
          readFileSync(new URL(file, source), "utf8"),
        ),
    );
    expect(knowing).toEqual([]);
  });
});
