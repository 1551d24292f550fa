import { z } from "zod";
import { hasStrayBrace } from "../../values/index.js";
import { kinds } from "../kinds.js";
import { defined } from "../settings.js";

/** A text that says something. */
export const text = z.string().min(1).meta({ title: kinds.text.must });

/** An optional part of the file. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodOptional<Schema> {
  return schema.meta({ description }).optional();
}

/** A text, or the variable of the environment that holds it. */
export type Stated = string | { readonly env: string };

const variable = z.strictObject({ env: text }).meta({
  title: "{ env: NAME }, the variable of the environment that holds it",
  examples: [{ env: "NAME" }],
});

const stated = z.union([text, variable]).meta({ title: "a text, or { env: NAME }", examples: ["pedigree"] });

/** Members of a login's body that are nobody's to read. */
const secretName = /passw|pwd|secret|pin$|^pass$/i;

const members = z
  .record(z.string(), z.unknown())
  .superRefine((value, { addIssue }) => {
    for (const path of secretsWritten(value))
      addIssue({
        code: "custom",
        path: [...path],
        message: "is a secret: write { env: NAME } here, and the value into that variable of the environment",
      });
  })
  .meta({
    title: "a map of names and values, of which { env: NAME } stands for a variable of the environment",
    examples: [{ user: "ada", password: { env: "PASSWORD" } }],
  });

/** Paths of secrets that stand in the file itself. */
function secretsWritten(value: object, path: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === "object" && member !== null) return secretsWritten(member, [...path, name]);
    const isWritten = secretName.test(name) && ["string", "number"].includes(typeof member);
    return isWritten ? [[...path, name]] : [];
  });
}

function isOne(values: object): boolean {
  return Object.keys(defined(values)).length === 1;
}

function isPlainAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === "";
}

/** The request of a login, and what it gives. */
const loginSection = z
  .strictObject({
    request: text.meta({
      title: "the id of an operation, or a method and a path such as POST /login",
      description: "The operation that logs in, or its method and its path below the base address.",
      examples: ["POST /login"],
    }),
    json: described(members, "Its body, as JSON."),
    form: described(members, "Its body, as a form."),
    token: text.optional().meta({
      title: "a path of names such as data.access_token",
      description: "Where the token stands in the JSON of the response, as names joined by dots.",
      examples: ["access_token"],
    }),
    cookie: text.optional().meta({
      title: "the name of a cookie",
      description: "Instead of a token: the cookie that the response sets.",
    }),
  })
  .refine(({ json, form }) => isOne({ json, form }), "must have one of json and form, with what is sent")
  .refine(({ token, cookie }) => isOne({ token, cookie }), "must have one of token and cookie")
  .meta({
    title: "a map with request, json or form, and token or cookie",
    examples: [
      { request: "POST /login", json: { user: "ada", password: { env: "PASSWORD" } }, token: "access_token" },
    ],
  });

/** OAuth 2.0 client credentials. Source: RFC 6749, section 4.4. */
const oauthSection = z
  .strictObject({
    "token-url": z
      .string()
      .refine(
        isPlainAddress,
        "must be an address such as https://id.example/token, without user and password",
      )
      .optional()
      .meta({
        title: "an address such as https://id.example/token, without user and password",
        description:
          "Where the token is asked for. Without it, the tokenUrl of the description, if it is on the target itself.",
        examples: ["https://id.example/token"],
      }),
    "client-id": stated,
    "client-secret": variable.meta({
      description: "The secret of the client is never written in this file.",
    }),
    scope: described(text, "Scopes, separated by blanks."),
    authentication: z
      .enum(["basic", "body"])
      .optional()
      .meta({
        title: "basic or body",
        description:
          "Where id and secret of the client stand: in the Authorization header (default), or in the body.",
        examples: ["basic"],
      }),
  })
  .meta({
    title: "a map with client-id and client-secret",
    examples: [
      {
        "token-url": "https://id.example/token",
        "client-id": "pedigree",
        "client-secret": { env: "CLIENT_SECRET" },
        scope: "notes",
        authentication: "basic",
      },
    ],
  });

const operationIds = z
  .array(text)
  .min(1)
  .meta({ title: "a list of operation ids", examples: [["sendInvitation"]] });

const names = z
  .array(text)
  .min(1)
  .meta({ title: "a list of names", examples: [["total"]] });

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Values by `member` or `operation.member`, with texts whose braces are placeholders or doubled. */
const givenValues = z
  .record(z.string(), z.unknown())
  .superRefine((values, { addIssue }) => {
    for (const [name, value] of Object.entries(values))
      if (textsIn(value).some(hasStrayBrace))
        addIssue({
          code: "custom",
          path: [name],
          message:
            "has a brace that is neither doubled nor that of {n} or {word}: write {{ and }} for braces",
        });
  })
  .meta({
    title: "a map of names and values",
    examples: [{ tenantId: "blue", "createZone.name": "pg{n}.example." }],
  });

/** Members, of all operations, or by the id of an operation. */
const memberNames = z.union([names, z.record(text, names)]);

/** The facts about an interface that its description does not state. */
export const apiSection = z.strictObject({
  values: described(
    givenValues,
    "By the name of a parameter, or of a member of a body, alone or after the id of an operation and a dot: a value that is valid for it. In a text, {n} is a number that counts up, {word} a word that no other request has, and a brace that is doubled is one brace. A list, of a member that is none, has several values, which are taken in turn; { rows: FILE } has those of a file, CSV or a list of maps, a row for each request.",
  ),
  "leave-out": described(operationIds, "Operations that are not called."),
  allow: described(
    operationIds,
    "Operations that are called, although they look as if they did more than create an item.",
  ),
  ids: described(
    z
      .array(text)
      .min(1)
      .meta({ title: "a list of paths", examples: [["data.id"]] }),
    "Where the id of an item stands in a response, if it is not found there.",
  ),
  private: described(
    z.union([z.literal(true), operationIds]).meta({
      title: "true, or a list of operation ids",
      examples: [true],
    }),
    "Operations that serve an item to nobody but the user who created it, tried with the second key; true for all that read, list, change or delete one.",
  ),
  computed: described(
    memberNames.meta({
      title: "a list of names, or a map of operation ids and lists of names",
      examples: [["total"]],
    }),
    "Members that the server computes or adapts: the value that was sent is not expected back; of all operations, or of those that are named.",
  ),
  ignored: described(
    memberNames.meta({
      title: "a list of names, or a map of operation ids and lists of names",
      examples: [{ updateOrder: ["number"] }],
    }),
    "Members that the server ignores in a request: the value that was sent is not expected back; of all operations, or of those that are named.",
  ),
  statuses: described(
    z
      .union([
        z.literal("exhaustive"),
        z.record(
          text,
          z.union([z.literal("exhaustive"), z.array(z.int().min(200).max(499)).min(1)]).meta({
            title: "exhaustive, or a list of statuses",
            examples: [[202, 409]],
          }),
        ),
      ])
      .meta({
        title: "exhaustive, or a map of operation ids and lists of statuses",
        examples: [{ addOrder: [202, 409] }],
      }),
    "Statuses that an operation may answer with, in addition to those that are described; or exhaustive, for all operations or for one: the described statuses are all that there are, each for the condition that it describes.",
  ),
  strict: described(
    z.union([z.literal(true), operationIds]).meta({
      title: "true, or a list of operation ids",
      examples: [["addOrder"]],
    }),
    "Operations that refuse all invalid input: wrong types, null, unknown members, malformed JSON; true for all.",
  ),
  credentials: described(
    z
      .union([z.literal("first"), z.record(text, z.literal("first"))])
      .meta({ title: "first, or a map of operation ids and first", examples: ["first"] }),
    "first: a request without a valid credential gets 401, whatever else is wrong with it; of all operations, or of those that are named.",
  ),
  refuses: described(
    z
      .array(z.int().min(400).max(499))
      .min(1)
      .meta({ title: "a list of statuses such as [400, 422]", examples: [[400]] }),
    "Statuses with which operations that describe no refusal refuse invalid input. Without it, the input of these operations is not judged.",
  ),
  prefix: text
    .regex(/^[\w.-]+$/)
    .optional()
    .meta({
      title: "a word such as Token",
      description: "A word before the API key in a header, with a blank between; not needed for Bearer.",
      examples: ["Token"],
    }),
  login: described(
    loginSection,
    "A request that logs in before the run, with a body (json: or form:), and what its response has in the place of the API key: a token (token: its path) or a cookie (cookie: its name).",
  ),
  oauth: described(
    oauthSection,
    "OAuth 2.0 client credentials, instead of login: a token is asked for before the run. Without token-url, the address is that of the description, if it is on the target itself.",
  ),
});
