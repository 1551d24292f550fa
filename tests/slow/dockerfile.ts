import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./packed-project.js";

/** An image, as far as files and the start of its program go. */
export interface Image {
  /** The folder that stands for `/`. */
  readonly folder: string;
  readonly base: string;
  readonly directory: string;
  readonly user: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
}

interface Instruction {
  readonly name: string;
  readonly value: string;
}

const instructions: readonly Instruction[] = readFileSync(`${root}Dockerfile`, "utf8")
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => ({ name: line.split(" ", 1)[0] ?? "", value: line.slice(line.indexOf(" ") + 1) }));

/** Dependencies come from the checkout: no registry is asked. Any other command of npm is npm's. */
const npmHere = `#!/bin/sh
if [ "$1" = ci ]; then
  test -f package-lock.json || { echo "npm ci needs a lockfile" >&2; exit 1; }
  exec ln -s "${root}node_modules" node_modules
fi
exec "${execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim()}" "$@"
`;

/** Follows the Dockerfile without Docker, in empty folders that stand for the stages. Returns the image of the last stage. */
export function buildImage(): Image {
  const place = mkdtempSync(join(tmpdir(), "pedigree-image-"));
  // Others enter it: the program does not run as the user who built it.
  chmodSync(place, 0o755);
  mkdirSync(join(place, "bin"));
  writeFileSync(join(place, "bin/npm"), npmHere, { mode: 0o755 });
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const { name, value } of instructions) {
    if (name === "FROM") {
      const [base = "", , stage = "last"] = value.split(" ");
      const folder = join(place, stage);
      mkdirSync(folder);
      image = { folder, base, directory: "/", user: "root", environment: {}, entrypoint: [] };
      stages.set(stage, image);
      continue;
    }
    if (image === undefined) throw new Error(`${name} stands before FROM`);
    const next = follow({ name, value }, { image, stages, bin: join(place, "bin") });
    for (const [stage, each] of stages) if (each === image) stages.set(stage, next);
    image = next;
  }
  if (image === undefined) throw new Error("the Dockerfile is empty");
  return image;
}

interface Building {
  readonly image: Image;
  readonly stages: ReadonlyMap<string, Image>;
  readonly bin: string;
}

function follow({ name, value }: Instruction, { image, stages, bin }: Building): Image {
  const here = join(image.folder, image.directory);
  switch (name) {
    case "WORKDIR":
      mkdirSync(join(image.folder, value), { recursive: true });
      return { ...image, directory: value };
    case "USER":
      return { ...image, user: value };
    case "ENV": {
      const [key = "", text = ""] = value.split("=");
      return { ...image, environment: { ...image.environment, [key]: text } };
    }
    case "ENTRYPOINT":
      return { ...image, entrypoint: JSON.parse(value) as string[] };
    case "CMD":
      return image;
    case "COPY":
      copy(value.split(" "), image, stages);
      return image;
    case "RUN": {
      // Users of the base image.
      const command = value.replaceAll("node:node", "1000:1000");
      execFileSync("sh", ["-ec", command], {
        cwd: here,
        env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` },
        stdio: ["ignore", "ignore", "pipe"],
      });
      return image;
    }
    default:
      throw new Error(`the test knows no ${name}`);
  }
}

function copy(words: readonly string[], image: Image, stages: ReadonlyMap<string, Image>): void {
  const [from] = words.flatMap((word) => /^--from=(.*)$/.exec(word)?.[1] ?? []);
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.at(-1) ?? "";
  const isFolder = target.startsWith(".");
  const to = join(image.folder, isFolder ? image.directory : "", target);
  for (const path of paths.slice(0, -1)) {
    if (from !== undefined) cpSync(join(stages.get(from)?.folder ?? "", path), to, { recursive: true });
    else if (path === ".") for (const file of contextFiles()) place(file, to);
    else place(path, to);
  }
}

/** The files of the checkout: `.dockerignore` leaves out what git ignores. */
function contextFiles(): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
}

function place(file: string, folder: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  cpSync(join(root, file), join(folder, file));
}
