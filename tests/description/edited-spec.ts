import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ConfigurationError, loadContract, specDirectory } from "../../src/description/index.js";

export type FileName = "openapi.yaml" | "requirements.yaml";

export type EditedSpec = ReturnType<typeof editSpec>;

/** Copies the shipped contract's folder to one that may be edited; it is gone after the test. */
export function editSpec() {
  const directory = mkdtempSync(join(tmpdir(), "pedigree-spec-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(specDirectory, directory, { recursive: true });
  const text = (file: FileName): string => readFileSync(join(directory, file), "utf8");
  const write = (file: FileName, content: string): void => writeFileSync(join(directory, file), content);
  return {
    directory,
    text,
    write,
    /** Replaces the first occurrence of a text, which must be there; says on which line it is. */
    replace: (file: FileName, from: string, to: string): number => {
      const [before = "", ...after] = text(file).split(from);
      if (after.length === 0) throw new Error(`${file} does not contain ${from}`);
      write(file, `${before}${to}${after.join(from)}`);
      return before.split("\n").length;
    },
    /** What loading it is refused with; fails if it is not refused with a ConfigurationError. */
    refusal: (): string => {
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
