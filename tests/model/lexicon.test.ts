import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadYamlFile } from "../../src/description/index.js";
import {
  isOf,
  matches,
  type PatternGroup,
  patternGroups,
  type WordGroup,
  wordGroups,
} from "../../src/model/lexicon.js";

const file = new URL("../../src/model/lexicon.yaml", import.meta.url);

const groups = loadYamlFile(file.pathname).value as Record<string, Record<string, string>>;

it("states every group with a reason, and no other", () => {
  expect(Object.keys(groups)).toEqual([...wordGroups, ...patternGroups]);
  for (const [name, { why = "" }] of Object.entries(groups)) expect(why.length, name).toBeGreaterThan(20);
});

it.each(wordGroups)("has small letters in %s", (group) => {
  expect(groups[group]?.["words"]).toMatch(/^[a-z_ ]+$/);
});

it.each(patternGroups)("has known keys in %s, and an expression that leaves names out", (group) => {
  const { why: _, before: __, after: ___, capitals: ____, ...listed } = groups[group] ?? {};
  const kinds = ["names", "beginnings", "ends", "stems", "terms"];

  expect(Object.keys(listed).length).toBeGreaterThan(0);
  expect(Object.keys(listed).filter((key) => !kinds.includes(key))).toEqual([]);
  expect(matches("zzz", group)).toBe(false);
  expect(matches("", group)).toBe(false);
});

it.each(patternGroups)("has no space within an expression of %s", (group) => {
  const { why: _, capitals: __, before: ___, after: ____, ...listed } = groups[group] ?? {};
  for (const each of Object.values(listed).flatMap((entries) => entries.trim().split(/\s+/)))
    expect(() => new RegExp(each), each).not.toThrow();
});

it.each<[PatternGroup, matching: readonly string[], others: readonly string[]]>([
  ["page-sizes", ["limit", "perPage", "MAX_RESULTS"], ["limits", "pages"]],
  ["trees", ["parentId", "organisation"], ["grandparent"]],
  ["units", ["unit", "price_uom", "lengthUnits"], ["1unit", "united"]],
  ["money", ["totalAmount", "PRICE"], ["amoun"]],
  ["another-time", ["the former one"], ["formerly"]],
  [
    "says-creation-time",
    ["When it was created.", "The day on which the tool was first registered."],
    ["When it was last changed.", "When it was last added, replaced or changed."],
  ],
  [
    "keeps-order",
    ["Kept in the order in which they were sent.", "Listed in the order given.", "The order matters."],
    ["They are not shown in the order in which they were sent.", "Not necessarily in the same order."],
  ],
  [
    "changed-values",
    [
      "Set by the server.",
      "Assigned by the server. What clients send is ignored.",
      "A value that is given is always ignored.",
      "Ignored in requests.",
      "Ignored when sent.",
    ],
    [
      "Set by the server if it is left out.",
      "Unless it is given, it is chosen by the server.",
      "Not set by the server.",
      "May be set by the server.",
      "Chosen by the customer.",
      "The case of its letters is ignored in searches.",
    ],
  ],
  ["expiry", ["validUntil", "goes_to"], ["token"]],
  ["state", ["orderStatus", "status_reasons"], ["statusCode"]],
  ["second-references", ["toAccount", "recipient"], ["tourist", "To"]],
  ["numbers-of-items", ["itemCount", "total_pages"], ["discount"]],
])("matches the names of %s", (group, matching, others) => {
  expect(matching.filter((name) => !matches(name, group))).toEqual([]);
  expect(others.filter((name) => matches(name, group))).toEqual([]);
});

it("is shipped with the package", () => {
  const { files } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

  expect(files).toContain("src/model/lexicon.yaml");
});

// The tables of words before there was a lexicon: none of them is lost.
it.each<[WordGroup, string]>([
  [
    "costs-or-tells",
    "pay payment payments payout payouts charge charges refund refunds checkout checkouts transfer transfers withdraw withdrawal withdrawals purchase purchases send sendmail mail mails email emails sms broadcast broadcasts campaign campaigns webhook webhooks invite invitation invitations notify notification notifications deploy deployment deployments publish run execute trigger reset purge drop delete cancel close login logout sign signin signout signup subscribe subscription subscriptions unsubscribe token tokens",
  ],
  ["lasting", "register"],
  ["telling", "message messages"],
  [
    "costly-verbs",
    "pay pays charge charges refund refunds transfer transfers send sends mails emails invite invites notify notifies deploy deploys publishes run execute executes trigger triggers reset resets purge purges login logout",
  ],
  [
    "ends",
    "logout signout reset purge drop delete deleteall remove removeall destroy cancel unsubscribe shutdown stop restart reboot kill clear flush wipe revoke disable drain send sendmail trigger",
  ],
  [
    "changes",
    "create add insert update save clone duplicate rename restore append assign unassign write replace modify grant activate deactivate enable approve reject accept confirm merge rotate regenerate increment decrement migrate register unpublish unban unblock unlock setup",
  ],
  [
    "changes-or-names",
    "set move copy post put start import change vote ban archive block lock mute mark join leave",
  ],
  ["lists", "list read retrieve detail details index search count"],
  [
    "names-harm",
    "mark ack acknowledge consume force apply confirm commit refresh rebuild sync url uri href hook callback redirect jsonp",
  ],
  [
    "binds",
    "acl acls policy policies permission permissions access owner owners ownership role roles member members collaborator collaborators lock locks locked protection retention hold holds archive archived visibility status state phase power encryption lifecycle replication billing plan credential credentials password passwords key keys secret secrets schedule alarm alarms email emails parent",
  ],
  ["secret", "key apikey token auth authorization secret session sid password signature nonce csrf xsrf"],
])("has the words of the table %s", (group, words) => {
  expect(words.split(" ").filter((word) => !isOf(word, group))).toEqual([]);
});
