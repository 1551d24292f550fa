import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadYamlFile } from "../../src/description/index.js";
import { isOf, type WordGroup, wordGroups } from "../../src/model/lexicon.js";

const file = new URL("../../src/model/lexicon.yaml", import.meta.url);

it("states every group with a reason, and no other", () => {
  const groups = loadYamlFile(file.pathname).value as Record<string, { why: string; words: string }>;

  expect(Object.keys(groups)).toEqual([...wordGroups]);
  for (const [name, { why, words }] of Object.entries(groups)) {
    expect(why.length, name).toBeGreaterThan(20);
    expect(words, name).toMatch(/^[a-z ]+$/);
  }
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
