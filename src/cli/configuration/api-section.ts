import { z } from "zod";
import { loginSection, oauthSection } from "./login-section.js";
import { described, text } from "./parts.js";

const operationIds = z
  .array(text)
  .min(1)
  .meta({ title: "a list of operation ids", examples: [["sendInvitation"]] });

/** The facts about an interface that its description does not state. */
export const apiSection = z.strictObject({
  values: described(
    z
      .record(z.string(), z.unknown())
      .meta({ title: "a map of names and values", examples: [{ tenantId: "blue" }] }),
    "By the name of a parameter, or of a member of a body: a value that is valid for it.",
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
    z
      .array(text)
      .min(1)
      .meta({ title: "a list of names", examples: [["total"]] }),
    "Members that the server computes or adapts: the value that was sent is not expected back.",
  ),
  statuses: described(
    z
      .record(text, z.array(z.int().min(200).max(499)).min(1))
      .meta({ title: "a map of operation ids and lists of statuses", examples: [{ addOrder: [202, 409] }] }),
    "Statuses that an operation may answer with, in addition to those that are described.",
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
