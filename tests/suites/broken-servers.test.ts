import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import {
  always,
  changeErrors,
  changeHeaders,
  changeJson,
  changeReply,
  changeText,
  emptyBody,
  ofError,
  showPets,
} from "../../src/reference/operators/index.js";
import { type Broken, firstBroken } from "./first-broken.js";

describe("What the service does", () => {
  it.each<Broken>([
    ["lists are labelled text/plain", "GEN-1", changeHeaders("listed", { "Content-Type": "text/plain" })],
    [
      "lists end with a comma too many",
      "GEN-1",
      changeText("listed", (text) => text.replace(/\}\]$/, "},]")),
    ],
    [
      "every list is cut short on the wire",
      "GEN-4",
      changeReply("listed", ({ body }) => ({
        transmission: { kind: "cut-short", afterBytes: Math.max(1, body.length - 1) },
      })),
    ],
    [
      "a very long name makes the server fail",
      "GEN-3",
      (handlers) => ({
        checkFurther: (body) => {
          if (String(body["name"]).length > 200) throw new Error("value too long for column");
          return handlers.checkFurther(body, undefined as never);
        },
      }),
    ],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

describe("Resources and their fields", () => {
  it.each<Broken>([
    ["animals come without a name", "PET-1", showPets(() => ({ name: undefined }))],
    [
      "categories are shown as strings",
      "PET-2",
      showPets(({ categoryId }) => ({ categoryId: String(categoryId) })),
    ],
    ["ids are shown as strings", "PET-4", showPets(({ id }) => ({ id: String(id) }))],
    ["every animal gets the same id", "PET-5", () => ({ assignId: () => 42n })],
    ["lists are wrapped in an object", "PET-7", changeJson("listed", (pets) => ({ pets }))],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

describe("States and transitions", () => {
  it("of a server that shows an omitted status as null, PET-3 is told first", async () => {
    const withNull: Operator = (handlers) => ({
      normalize: (body, roles) => ({ ...handlers.normalize(body, roles), status: body["status"] ?? null }),
    });

    const result = await firstBroken(withNull);

    expect(result).toEqual({ exitCode: 1, first: "PET-3" });
  });
});

describe("Authentication", () => {
  it.each<Broken>([
    ["no key is asked for", "AUTH-1", () => ({ authenticate: () => true })],
    [
      "any key is taken",
      "AUTH-2",
      () => ({ authenticate: (credential) => credential !== undefined && credential !== "" }),
    ],
    [
      "only the first half of the key counts",
      "AUTH-3",
      () => ({ authenticate: (credential, key) => credential?.slice(0, 8) === key.slice(0, 8) }),
    ],
    [
      "the scheme does not matter",
      "AUTH-4",
      () => ({ readCredential: (authorization) => authorization?.split(" ").at(-1) }),
    ],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

describe("Errors, limits and versioning", () => {
  it.each<Broken>([
    ["an Error has no message", "ERR-3", changeErrors(always, () => ({ message: undefined }))],
    [
      "the status in an Error is a string",
      "ERR-4",
      changeErrors(always, ({ status }) => ({ status: String(status) })),
    ],
    ["errors have no body", "ERR-1", emptyBody(ofError)],
    [
      "limit=101 and beyond is obeyed",
      "LIM-1",
      () => ({
        checkLimit: () => undefined,
        readLimit: ([text]) => Math.max(0, Math.trunc(Number(text ?? 20)) || 0),
      }),
    ],
    ["getPet is gone before its day", "DEP-1", () => ({ isRemoved: () => true })],
    [
      "Sunset names a day too early",
      "DEP-2",
      () => ({ sunset: ({ kind }) => (kind === "found" ? "Thu, 05 Dec 2029 23:59:59 GMT" : undefined) }),
    ],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});
