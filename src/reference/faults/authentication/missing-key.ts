import { allOf, changeReply, changeStatus, noBody, ofKind, type When } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { trust } from "./trust.js";

const noKey = ["AUTH-5", "AUTH-7"];
const everyKey = ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7"];

/** Requests without a key. */
export const missingKeyFaults: readonly Fault[] = [
  {
    name: "no-authentication",
    breaks: "AUTH-1",
    why: "the filter was switched off for a demonstration",
    alter: () => ({ authenticate: () => true }),
    consequences: everyKey,
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `no-authentication-on-${operation.toLowerCase()}`,
      breaks: "AUTH-1",
      why: "the filter's list of paths lacks one",
      alter: (conduct) => trust(conduct, (_credential, _key, asked) => asked === operation),
      consequences: everyKey,
    }),
  ),
  {
    name: "largest-page-needs-no-key",
    breaks: "AUTH-1",
    why: "an export that asks for the largest page was let through while it had no key",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) ||
        (request.method === "GET" && request.query.get("limit") === "100"),
    }),
  },
  {
    name: "no-key-needed-after-a-refused-body",
    breaks: "AUTH-1",
    why: "an error leaves the request before in the thread, credentials included",
    alter(conduct) {
      let isLeftOver = false;
      return {
        authenticate(credential, key, request) {
          const wasLeftOver = isLeftOver;
          isLeftOver = false;
          return wasLeftOver || conduct.authenticate(credential, key, request);
        },
        finish(reply, request, outcome) {
          isLeftOver = outcome.kind === "invalid-body";
          return conduct.finish(reply, request, outcome);
        },
      };
    },
    consequences: everyKey,
  },
  {
    name: "long-bodies-need-no-key",
    breaks: "AUTH-5",
    why: "long bodies are spooled to a file, and taken up again behind the filter",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) ||
        (request.body.kind === "bytes" && request.body.bytes.length > 4096),
    }),
  },
  {
    name: "missing-key-accepted",
    breaks: "AUTH-1",
    why: "the key is compared where there is one",
    alter: (conduct) => trust(conduct, (credential) => credential === undefined),
    consequences: ["AUTH-4", ...noKey],
  },
  {
    name: "missing-key-forbidden",
    breaks: "AUTH-1",
    why: "403 and 401 are often confused",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 403),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-bad-request",
    breaks: "AUTH-1",
    why: "the header is a required parameter",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 400),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-redirected-to-login",
    breaks: "AUTH-1",
    why: "the filter is made for browsers",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofKind("unauthorized"), withoutHeader), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: "/login" },
        ...noBody,
      })),
    consequences: ["AUTH-5", "AUTH-7"],
  },
  {
    name: "missing-key-fails",
    breaks: "AUTH-1",
    why: "a header that is null",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withoutHeader), 500),
    consequences: ["AUTH-5", "AUTH-7", "GEN-3"],
  },
];

const withoutHeader: When = (_outcome, { headers }) => headers.authorization === undefined;
