import { expect, it } from "vitest";
import { uniqueMemberOf } from "../../src/model/index.js";
import { adds, describePaths } from "./described.js";

/** The member that a description of 409 names, of a contact. */
function namedBy(description: string): string | undefined {
  const text = { type: "string" };
  const properties = {
    name: text,
    email: { type: "string", format: "email" },
    phone_number: { type: "string", pattern: "^[0-9]{6}$" },
    room: text,
    date: { type: "string", format: "date" },
    kind: { type: "string", enum: ["one", "other"] },
    status: text,
    seats: { type: "integer" },
    userId: text,
  };
  const body = { type: "object", properties };
  const { operations } = describePaths({
    "/contacts": { post: adds("add", body, body, { 409: { description } }) },
  });
  const operation = operations.get("add");
  return operation && uniqueMemberOf(operation)?.path.join("/");
}

it.each([
  ["The email is taken", "email"],
  ["E-mail already in use.", "email"],
  ["another contact has this phone number", "phone_number"],
  ["There is a contact with this name already", "name"],
  ["A contact with the same email address already exists", "email"],
  ["Conflict: name must be unique", "name"],
  ["duplicate name", "name"],
  ["Another contact that is not deleted already has this `email`.", "email"],
  ["Somebody with this email attends already.", "email"],
  ["It already exists. The phone number is already registered by somebody else.", "phone_number"],
])("%s: %s", (text, name) => {
  expect(namedBy(text)).toBe(name);
});

it.each([
  "Conflict",
  "It exists already",
  "The name",
  "The email is not registered",
  "The email must exist",
  "The name and the email are taken",
  "The room is taken at this date",
  "The room has been closed already",
  "The kind is taken",
  "The status is already in use",
  "All seats are taken",
  "The user id is taken",
  "The contact with this email was deleted already",
])("nothing is named: %s", (text) => {
  expect(namedBy(text)).toBeUndefined();
});
