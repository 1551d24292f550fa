import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ConfigurationError, loadContract, specDirectory } from "../../src/description/index.js";

type FileName = "openapi.yaml" | "requirements.yaml";

/** A copy of the shipped contract's folder that may be edited; gone after the test. */
export interface EditedSpec {
  readonly directory: string;
  readonly text: (file: FileName) => string;
  readonly write: (file: FileName, text: string) => void;
  /** Replaces the first occurrence of a text, which must be there; says on which line it is. */
  readonly replace: (file: FileName, from: string, to: string) => number;
  readonly append: (file: FileName, text: string) => number;
  readonly remove: (file: FileName) => void;
  /** What loading it is refused with; fails if it is not refused with a ConfigurationError. */
  readonly refusal: () => string;
}

/** Copies the shipped contract to a temporary folder. */
export function editSpec(): EditedSpec {
  const directory = mkdtempSync(join(tmpdir(), "pedigree-spec-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(specDirectory, directory, { recursive: true });
  const text = (file: FileName): string => readFileSync(join(directory, file), "utf8");
  const write = (file: FileName, content: string): void => writeFileSync(join(directory, file), content);
  return {
    directory,
    text,
    write,
    replace: (file, from, to) => {
      const before = text(file);
      const at = before.indexOf(from);
      if (at < 0) throw new Error(`${file} does not contain ${from}`);
      write(file, before.slice(0, at) + to + before.slice(at + from.length));
      return before.slice(0, at).split("\n").length;
    },
    append: (file, more) => {
      const before = text(file).trimEnd();
      write(file, `${before}\n${more}\n`);
      return before.split("\n").length + 1;
    },
    remove: (file) => rmSync(join(directory, file)),
    refusal: () => {
      try {
        loadContract(directory);
      } catch (error) {
        if (error instanceof ConfigurationError) return error.message;
        throw error;
      }
      throw new Error("the contract was loaded");
    },
  };
}
