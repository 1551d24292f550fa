import { expect, it, vi } from "vitest";
import { runCommand } from "../../src/cli/outcome.js";

it("a description that is too deep for the stack is wrong usage, in one sentence that names the bound", async () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const deepen = (depth: number): number => deepen(depth + 1) + 1;
  await runCommand(async () => deepen(0));
  const { exitCode } = process;
  process.exitCode = 0;
  vi.restoreAllMocks();
  expect({ exitCode, said }).toEqual({
    exitCode: 2,
    said: [expect.stringMatching(/^pedigree: the description .* 1000 references in one chain.*\n$/)],
  });
});
