import type { CheckDefinition, Requirement } from "../description/index.js";
import type { ChangeEntry, CreationEntry, Listener, ProfileName, Report, Waiver } from "../engine/index.js";
import type { ConnectionOptions, TokenSource } from "../transport/index.js";

/** Everything a server is held to. `loadContract` and `readContract` make one; it holds more than its type tells. */
export interface Contract {
  /** Of the interface, for example `1.0.0`. */
  readonly version: string;
  /** SHA-256 over the description and what the requirements say, in hexadecimal. */
  readonly digest: string;
  readonly requirements: readonly Requirement[];
}

/** Names an interface: the Animal Store's, if nothing is named. */
export interface ContractSource {
  /** An OpenAPI description: a file, or an HTTP address. */
  readonly spec?: string | undefined;
  /** Files of OpenAPI overlays to apply to `spec`. */
  readonly overlays?: readonly string[] | undefined;
  /**
   * A configuration file, such as `pedigree.config.yaml`: its targets, `api`, `expect`, `waivers` and settings hold here, too. No
   * file is read if this is absent.
   */
  readonly config?: string | undefined;
  /** Operations of `spec` to call, although they look as if they did more than create an item. */
  readonly allow?: readonly string[] | undefined;
  /** Makes waivers that match nothing a reason not to conform, and so is what the server accepts everywhere against its description. */
  readonly strict?: boolean | undefined;
  /** Promises of your own about `spec`, in addition to those that `config` names. Experimental. */
  readonly checks?: readonly CheckDefinition[] | undefined;
}

/** How to judge a server. Durations in ms. Every member may be left out. */
export interface RunSettings extends ContractSource {
  /** Takes the place of `spec`: a contract that `loadContract` or `readContract` returned. */
  readonly contract?: Contract | undefined;
  /** The API key, without a scheme before it. Only a description that asks for no credential needs none. */
  readonly key?: string | undefined;
  /** The security scheme of `spec` that the key is for; the first that its form fits, if absent. */
  readonly scheme?: string | undefined;
  /** The key of another user, where the configuration says which items of `spec` are private. */
  readonly secondKey?: string | undefined;
  /** Tokens in place of the key. `loadRunOptions` makes them, where the configuration describes a login. */
  readonly tokens?: TokenSource | undefined;

  /** The requirements to test, by their ids (`LIST-4`) or groups (`LIST`); all if absent. */
  readonly only?: readonly string[] | undefined;
  /** How thorough the run is; `gate` if absent. */
  readonly profile?: ProfileName | undefined;
  /** The same seed sends the same requests. */
  readonly seed?: number | undefined;
  /** How many random cases that add nothing to try, at most. */
  readonly cases?: number | undefined;
  /** How many random cases to try for each check that adds items. */
  readonly randomCases?: number | undefined;
  /** How long the run may take. It tries as many random cases as fit. */
  readonly duration?: number | undefined;
  /** When to end the run at the latest: 15 minutes in the profile `gate`. It is inconclusive then. */
  readonly longest?: number | undefined;

  /** Sends nothing but GET. */
  readonly readOnly?: boolean | undefined;
  /** With `spec`, on another machine: lets the run create what it can delete again, and change and delete it. */
  readonly allowWrites?: boolean | undefined;
  /** With `spec`: lets the run change settings and the like, which it restores at its end. */
  readonly disposable?: boolean | undefined;
  /** How many items the run may add. */
  readonly maxCreated?: number | undefined;
  /** Category ids that exist; learned from the animals listed, if absent. */
  readonly categories?: readonly bigint[] | undefined;
  /** How long a new item may take to be seen by the other operations. */
  readonly settle?: number | undefined;

  /** How long one request may take; 10 seconds if absent. */
  readonly timeout?: number | undefined;
  /** Requests a second; as many as possible, if absent. */
  readonly rate?: number | undefined;
  /** Connections at the same time; 8 if absent. */
  readonly concurrency?: number | undefined;
  /** The longest wait that the server may ask for (429, Retry-After). */
  readonly patience?: number | undefined;
  /** Header lines to send with every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** TLS and proxy. */
  readonly connection?: ConnectionOptions | undefined;
  /** The clock by which the removal date of a deprecated operation is judged. */
  readonly now?: Date | undefined;

  /** Known failures that are accepted for a time. They take the place of those in `config`. */
  readonly waivers?: readonly Waiver[] | undefined;
  /** Open point → the choices that the team accepts; any other choice fails. */
  readonly expectations?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Makes untested requirements a reason not to conform. */
  readonly requireTested?: boolean | undefined;

  /** Keeps the log of exchanges out of the report, if it is false. The exchanges of findings stay. */
  readonly keepExchanges?: boolean | undefined;
  /** Called for each event, while the run goes on. Without it, a bug of Pedigree rejects the run. */
  readonly onEvent?: Listener | undefined;
  /** Called with a sentence on something that the settings do not do, for example that a remote target is only read. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Called before an item may be added, and once it was. */
  readonly onCreation?: ((entry: CreationEntry) => void) | undefined;
  /** Called before a setting is changed, and once it was restored. */
  readonly onChange?: ((entry: ChangeEntry) => void) | undefined;
  /** Called now and then in a run with random cases, with a report on what was learnt until then. */
  readonly onCheckpoint?: ((report: Report) => void) | undefined;
  /** Ends the run early. The promise resolves then, with a report on what was learnt. */
  readonly signal?: AbortSignal | undefined;
}

/** Which server to judge, and how. Durations in ms. */
export type RunOptions = RunSettings &
  (
    | {
        /** The base address, for example `http://localhost:8080/v1`; with `config`, also the name of a target there. */
        readonly target: string;
        readonly baseUrl?: undefined;
      }
    | {
        /** The base address. @deprecated Write `target`. */
        readonly baseUrl: string;
        readonly target?: undefined;
      }
  );

/** The settings that `loadRunOptions` takes, as the command line does: by the names of flags. */
export interface NamedSettings
  extends Pick<
    RunSettings,
    | Exclude<keyof ContractSource, "checks">
    | ("key" | "profile" | "seed" | "cases" | "duration" | "only" | "readOnly" | "allowWrites" | "maxCreated")
  > {
  /** A base address, or the name of a target in the configuration. */
  readonly target?: string | undefined;
  /** A file with the API key. */
  readonly keyFile?: string | undefined;
}
