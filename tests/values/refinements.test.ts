import { describe, expect, it } from "vitest";
import type { Json } from "../../src/json/index.js";
import { complaintsIn, guessedRefinements, statedRefinements } from "../../src/values/index.js";

const names = ["title", "color", "zoneName", "ownerEmail", "amount", "start_time", "end_time", "tags"];

/** The first thing that a refusal says of each member that it names. */
function understood(refusal: Json | string, sent: Readonly<Record<string, Json>> = {}) {
  const isText = typeof refusal === "string";
  const complaints = complaintsIn(isText ? undefined : refusal, isText ? refusal : "", names);
  return Object.fromEntries(
    complaints.flatMap((complaint) => {
      const [first] = statedRefinements(complaint, sent[complaint.member]);
      return first === undefined ? [] : [[complaint.member, first]];
    }),
  );
}

const long = { title: "a title that is too long", color: "green", zoneName: "zone", amount: 1n };
const short = { title: { schema: { maxLength: 10 } } };
const red = { color: { schema: { enum: ["red", "blue"] } } };
const dotted = { zoneName: { schema: { pattern: "^[a-z]+\\.$" } } };
const sentOwner = { ownerEmail: { schema: {}, rule: "required" } };

const refusals: readonly (readonly [string, Json | string, object])[] = [
  [
    "FastAPI",
    {
      detail: [
        { loc: ["body", "title"], msg: "String should have at most 10 characters" },
        { loc: ["body", "color"], msg: "Input should be 'red' or 'blue'" },
        { loc: ["body", "ownerEmail"], msg: "Field required" },
      ],
    },
    { ...short, ...red, ...sentOwner },
  ],
  [
    "Django REST framework",
    {
      title: ["Ensure this field has no more than 10 characters."],
      ownerEmail: ["This field is required."],
    },
    { ...short, ...sentOwner },
  ],
  [
    "Rails, by member",
    { errors: { title: ["is too long (maximum is 10 characters)"], ownerEmail: ["can't be blank"] } },
    { ...short, ...sentOwner },
  ],
  [
    "Rails, in sentences",
    { errors: ["Title is too long (maximum is 10 characters)", "Owner email can't be blank"] },
    { ...short, ...sentOwner },
  ],
  [
    "ajv",
    {
      errors: [
        { instancePath: "/title", message: "must NOT have more than 10 characters" },
        {
          instancePath: "/color",
          params: { allowedValues: ["red", "blue"] },
          message: "must be equal to one of the allowed values",
        },
        { instancePath: "/zoneName", message: 'must match pattern "^[a-z]+\\.$"' },
        { instancePath: "", message: "must have required property 'ownerEmail'" },
      ],
    },
    { ...short, ...red, ...dotted, ...sentOwner },
  ],
  [
    "Nest",
    {
      message: [
        "title must be shorter than or equal to 10 characters",
        "color must be one of the following values: red, blue",
        "zoneName must match /^[a-z]+\\.$/ regular expression",
        "amount must not be less than 1000",
        "ownerEmail should not be empty",
      ],
    },
    { ...short, ...red, ...dotted, ...sentOwner, amount: { schema: { minimum: 1000 } } },
  ],
  [
    "Joi",
    {
      error:
        '"title" length must be less than or equal to 10 characters long. "color" must be one of [red, blue]',
    },
    { ...short, ...red },
  ],
  [
    "Spring",
    {
      errors: [
        { field: "title", defaultMessage: "size must be between 0 and 10" },
        { field: "ownerEmail", defaultMessage: "must not be blank" },
      ],
    },
    { title: { schema: { minLength: 0, maxLength: 10 } }, ...sentOwner },
  ],
  [
    "Zod",
    {
      issues: [
        { path: ["title"], message: "Too big: expected string to have <=10 characters" },
        { path: ["color"], message: 'Invalid option: expected one of "red"|"blue"' },
      ],
    },
    { ...short, ...red },
  ],
  ["Huma", { errors: [{ location: "body.title", message: "expected length <= 10" }] }, short],
  ["Laravel", { errors: { title: ["The title field must not be greater than 10 characters."] } }, short],
  [
    "JSON:API",
    { errors: [{ source: { pointer: "/data/attributes/title" }, detail: "must be at most 10 characters" }] },
    short,
  ],
  ["PowerDNS", { error: "zone name 'x' is not canonical" }, { zoneName: { schema: {}, suffix: "." } }],
  ["Alertmanager", "start time must be before end time", {}],
  [
    "a server in German",
    {
      fehler: [{ text: '"title": höchstens 10 Zeichen' }, { text: '"color": erlaubt sind "red" und "blue"' }],
    },
    { ...short, ...red },
  ],
];

describe("a refusal", () => {
  it.each(refusals)("of %s says which members to change, and how", (_, refusal, expected) => {
    expect(understood(refusal, long)).toMatchObject(expected);
  });

  it("that says that a time is past asks for one in the future", () => {
    expect(understood("end time can't be in the past", { end_time: "2020-01-01T00:00:00Z" })).toEqual({
      end_time: { schema: {}, rule: "future" },
    });
  });

  it("that only points at a member leaves a guess", () => {
    const [complaint] = complaintsIn({ errors: [{ source: { pointer: "/data/title" } }] }, "", names);
    expect(complaint).toEqual({ member: "title", message: "", listed: [] });
    expect(guessedRefinements("Some title")).toEqual([
      { schema: { pattern: "^[a-z]{5}$" } },
      { schema: {}, rule: "leftOut" },
    ]);
  });

  it("about no member of the request says nothing", () => {
    expect(
      understood({
        error: "tenant is required",
        errors: { region: ["is too long (maximum is 3 characters)"] },
      }),
    ).toEqual({});
  });

  it.each([
    ["an id", "color must be one of 7f9c24e8-3b12-4fef-91e0-5dd1b4e0d3aa, '815'"],
    ["a secret", "color must be one of sk_live_51Hxxxxxxxxxxxxxxxxxx9, sk_live_51Hxxxxxxxxxxxxxxxxxx8"],
  ])("that offers %s gives no value", (_, message) => {
    expect(understood(message, long)).toEqual({});
  });

  it("of 100 KB of names is read in part, and in no time", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `member${index}`);
    const refusal = {
      errors: Object.fromEntries(names.map((name) => [name, [`${'"'.repeat(50)} is required`]])),
    };
    expect(complaintsIn(refusal, "", names).length).toBeLessThanOrEqual(40);
  });
});
