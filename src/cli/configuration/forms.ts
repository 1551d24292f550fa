import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "../../description/index.js";
import { formatNames } from "../../report/index.js";
import { readBaseUrl } from "../address.js";
import { troubleWithHeader } from "../headers.js";
import { readProxy } from "../proxy.js";
import { int64, type Kind, kinds, profileNames, type ShellCommand } from "../values.js";

/** A text that says something. */
export const text = z.string().min(1).meta({ title: kinds.text.must });

const httpAddress = z.string().regex(/^[hH][tT][tT][pP][sS]?:\/\//, { abort: true });

/**
 * What the file holds for a value of this kind; where this says nothing, it holds the text that a flag takes.
 * @param folder of the file, which paths in it are relative to
 */
export function formOf(kind: keyof typeof kinds, folder: string): z.ZodType {
  const forms: Readonly<Partial<Record<keyof typeof kinds, z.ZodType>>> = {
    text,
    yes: z.boolean(),
    path: pathFrom(folder),
    command: text.transform((command): ShellCommand => ({ command, folder })),
    lines: headers,
    formats: z.array(z.enum([...formatNames, "all"])).min(1),
    profile: z.enum(profileNames),
    base: takenBy(httpAddress, readBaseUrl).transform((url) => readBaseUrl(url)),
    allowed: z.enum(["allowed"]),
    // It may have a query, unlike the address of a target.
    address: takenBy(httpAddress, (url) => readBaseUrl(url.replace(/\?.*$/s, ""))),
    proxy: takenBy(text, readProxy),
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

/** Why a value is refused, where reading it throws a ConfigurationError. */
export function whyNot(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

/** A text that this takes without throwing a ConfigurationError. */
function takenBy(schema: z.ZodString, take: (value: string) => unknown) {
  return schema.superRefine((value, { addIssue }) => {
    const message = whyNot(() => take(value));
    if (message !== undefined) addIssue(message);
  });
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
