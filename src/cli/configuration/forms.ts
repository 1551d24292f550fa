import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { formatNames } from "../../report/index.js";
import { readBaseUrl, troubleWithAddress } from "../address.js";
import { troubleWithHeader } from "../headers.js";
import { troubleWithProxy } from "../proxy.js";
import { int64, type Kind, kinds, profileNames, type ShellCommand } from "../values.js";

/** A text that says something. */
export const text = z.string().min(1).meta({ title: kinds.text.must });

const httpAddress = z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, { abort: true });

/**
 * What the file holds for a value of this kind; where this says nothing, it holds the text that a flag takes.
 * @param folder of the file, which paths in it are relative to
 */
export function formOf(kind: keyof typeof kinds, folder: string): z.ZodType {
  const path = pathFrom(folder);
  const forms: Readonly<Partial<Record<keyof typeof kinds, z.ZodType>>> = {
    text,
    yes: z.boolean(),
    path,
    file: path,
    folder: path,
    command: text.transform((command): ShellCommand => ({ command, folder })),
    lines: headers,
    formats: z.array(z.enum([...formatNames, "all"])).min(1),
    profile: z.enum(profileNames),
    base: httpAddress.superRefine(refusedWith(troubleWithAddress)).transform(readBaseUrl),
    allowed: z.enum(["allowed"]),
    // It may have a query, unlike the address of a target.
    address: httpAddress.superRefine(refusedWith((url) => troubleWithAddress(url.replace(/\?.*$/s, "")))),
    proxy: text.superRefine(refusedWith(troubleWithProxy)),
    integer: z.int(),
    count: z.int().min(0),
    positive: z.int().min(1),
    rate: z.number().positive(),
    duration: z
      .union([z.string().regex(/^\d+(\.\d+)?(ms|s|m)?$/), z.number().min(0)])
      .transform(readAs(kinds.duration)),
    categories: z.array(category).min(1),
  };
  return forms[kind] ?? text.transform(readAs<unknown>(kinds[kind]));
}

/** Refuses a text with the sentence that this says of it. */
function refusedWith(troubleWith: (text: string) => string | undefined) {
  return (text: string, { addIssue }: z.RefinementCtx): void => {
    const message = troubleWith(text);
    if (message !== undefined) addIssue(message);
  };
}

/** Reads a value as a flag does. */
function readAs<Value>({ parse, must }: Kind<Value>) {
  return (value: unknown, { addIssue }: z.RefinementCtx): Value => {
    const read = parse(String(value));
    if (read === undefined) addIssue(`must be ${must}`);
    return read ?? z.NEVER;
  };
}

/** A path, short where the file is in the working directory. */
export function pathFrom(folder: string) {
  return text.transform((path) => (isAbsolute(path) ? path : join(folder, path)));
}

const headers = z
  .record(z.string(), z.string().meta({ title: kinds.text.must }))
  .superRefine((lines, { addIssue }) => {
    for (const line of Object.entries(lines)) {
      const message = troubleWithHeader(line);
      if (message !== undefined) addIssue({ code: "custom", path: [line[0]], message });
    }
  })
  .transform((lines) => Object.entries(lines).map((line) => line.join(": ")));

const category = z
  .union([z.string().regex(/^-?\d{1,19}$/), z.int()])
  .transform(readAs(int64))
  .meta({ title: int64.must });
