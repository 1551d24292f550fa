import { createHash } from "node:crypto";
import { isSameJson, type Json, renderJson } from "../json/index.js";
import type { Resource } from "../model/index.js";
import { type Exchange, trimExchange } from "../transport/index.js";

/** An item that the server is known to have. */
export interface KnownItem {
  readonly resource: Resource;
  readonly id: string;
  /** Its address, relative to the base address. */
  readonly path: string;
  /** Did this run create it? */
  readonly own: boolean;
}

/** All that the run knows of one item: one that it created, may have created, or was shown. */
export interface ItemRecord {
  /** Relative to the base address. */
  readonly address: string;
  /** The addresses that it had before changes gave it another id. */
  readonly earlier: readonly string[];
  /** The item that requests are sent to; undefined where nothing more than its address is known. */
  readonly item: KnownItem | undefined;
  /** When a response first showed it, in ms since the run began. */
  readonly seenAt: number | undefined;
  /** Did a response show words of the run at its address? */
  readonly isRecognised: boolean;
  /** Did the run create it, as far as responses show? */
  readonly isCreated: boolean;
  /** Did a response to a creation show it as new? */
  readonly isAnnounced: boolean;
  /** Did two creations show it? One of them changed an item that was there. */
  readonly isContested: boolean;
  readonly isListed: boolean;
  /** The creation that showed it first. */
  readonly creator: Creator | undefined;
  /** The latest changes that were sent to it, accepted and refused. */
  readonly changes: readonly RecordedChange[];
  /** The latest representations, each of which differs from the one before. */
  readonly shown: readonly Representation[];
  /** Digests of representations before these. */
  readonly digests: readonly string[];
  /** When each source showed it last, and how: the same representation as before, too. */
  readonly sights: Readonly<Partial<Record<Source, Sight>>>;
  /** Was it changed, and has a read or a list shown it since? */
  readonly isShownSince: boolean;
  /** The members that its first representation showed as the creation had sent them: these are the client's. */
  readonly clients: readonly string[] | undefined;
  /** The latest representation of the item itself; undefined where only rows showed it. */
  readonly representation: Json | undefined;
  readonly deletion: Deletion | undefined;
  /** Was nothing found at its address at the end? */
  readonly isAbsent: boolean;
  /** Why it was not deleted. */
  readonly reason: string | undefined;
}

/** A creation that showed an address: its markers, and whether no response had shown the address before. */
export interface Creator {
  readonly exchange: Exchange;
  readonly markers: readonly string[];
  readonly isNew: boolean;
}

/** A change that was sent to an item; the status is undefined where the connection broke before the response. */
export interface RecordedChange {
  readonly exchange: Exchange;
  readonly status: number | undefined;
}

/** The sources of a representation: a read of the item, a row of a list, the response to a creation or to a change. */
export type Source = "read" | "row" | "creation" | "change";

/** An item as a response showed it. */
export interface Representation {
  readonly by: Source;
  readonly json: Json;
  readonly exchange: Exchange;
  /** When the response was there, in ms since the run began. */
  readonly at: number;
}

/** An item as a response showed it, and when that was sent for and there, in ms since the run began. */
export interface Sight {
  readonly json: Json;
  readonly sentAt: number;
  readonly endedAt: number;
  /** When the response was there before that, if it showed the same; else as `endedAt`. */
  readonly steadySince: number;
}

/**
 * The outcome of a deletion. `unverified`: it was answered with success. `gone`: the item was read, and is not there any more, or
 * is shown as deleted. `kept`: it is still there. `refused`: it was not answered with success.
 */
export interface Deletion {
  readonly status: number;
  readonly fate: "unverified" | "gone" | "kept" | "refused";
}

/** A record as its only writer has it. */
export type OpenRecord = { -readonly [Name in keyof ItemRecord]: ItemRecord[Name] };

const none: readonly never[] = [];

/** Nothing is known yet but an address. */
export function createRecord(address: string): OpenRecord {
  return {
    address,
    earlier: none,
    item: undefined,
    seenAt: undefined,
    isRecognised: false,
    isCreated: false,
    isAnnounced: false,
    isContested: false,
    isListed: false,
    creator: undefined,
    changes: none,
    shown: none,
    digests: none,
    sights: {},
    isShownSince: false,
    clients: undefined,
    representation: undefined,
    deletion: undefined,
    isAbsent: false,
    reason: undefined,
  };
}

/** What is kept of one item: its latest changes and representations, and digests of older ones. */
const [mostChanges, mostShown, mostDigests] = [8, 4, 32];

export function addChange(record: OpenRecord, exchange: Exchange): void {
  const { outcome } = exchange;
  const status = outcome.kind === "response" ? outcome.status : undefined;
  record.changes = [...record.changes, { exchange: trimExchange(exchange), status }].slice(-mostChanges);
  record.isShownSince = false;
}

/** Records when and how a source showed an item last. */
export function setSight(record: OpenRecord, { by, json, exchange, at }: Representation): void {
  const before = record.sights[by];
  const isSame = before !== undefined && isSameJson(before.json, json);
  const sight = { json, sentAt: exchange.sentAt, endedAt: at, steadySince: isSame ? before.endedAt : at };
  record.sights = { ...record.sights, [by]: sight };
  const last = record.changes.at(-1)?.exchange;
  // Several requests may fall into one millisecond: the order in which they are recorded counts as well.
  const isLater = last !== undefined && exchange.sentAt >= last.sentAt + last.duration;
  if (isLater && (by === "read" || by === "row")) record.isShownSince = true;
}

/** Adds a representation that differs from the latest of the same source. */
export function addRepresentation(record: OpenRecord, { exchange, ...shown }: Representation): void {
  const latest = record.shown.findLast(({ by }) => by === shown.by);
  if (latest !== undefined && isSameJson(latest.json, shown.json)) return;
  const all = [...record.shown, { ...shown, exchange: trimExchange(exchange) }];
  const older = all.slice(0, -mostShown).map(({ json }) => digestOf(renderJson(json)));
  if (older.length > 0) record.digests = [...record.digests, ...older].slice(-mostDigests);
  record.shown = all.slice(-mostShown);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64").slice(0, 12);
}
