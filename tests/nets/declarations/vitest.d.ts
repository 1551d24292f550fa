import { z } from 'zod';
import { Server } from 'node:net';

/** An operation of the description. */
interface PropertyOperation {
    /** Its `operationId`; where there is none, the method and the path. */
    readonly id: string;
    readonly method: string;
    readonly path: string;
}
/** An item that the run created, as it was sent, and as it was read then. */
interface PropertyItem {
    readonly id: string;
    /** Its address, relative to the base address. */
    readonly path: string;
    readonly sent: unknown;
    readonly found: unknown;
}
/** A response to a request of a property. */
interface PropertyResponse {
    readonly status: number;
    /** The value of a header, whose name may be written in any letters; undefined where there is none. */
    readonly header: (name: string) => string | undefined;
    /** The JSON of the body; undefined where it has none. An integer beyond 2^53 is a `bigint`. */
    readonly json: unknown;
}
/** The part of a response that breaks a promise: its status, a header (in small letters), or a place in its JSON (RFC 6901). */
type ResponsePlace = {
    readonly in: "status";
} | {
    readonly in: "header";
    readonly name: string;
} | {
    readonly in: "body";
    readonly pointer: string;
};
/** How a response breaks a promise. */
interface Breach {
    readonly expected: string;
    readonly actual: string;
    /** The status, if absent. */
    readonly at?: ResponsePlace;
}
/** Which items a request is about, and what it sends. */
interface CallOptions {
    /** An item: a request of `/orders/{orderId}/ship` is sent to its address. */
    readonly item?: Pick<PropertyItem, "path">;
    /** Makes another body of the valid one. */
    readonly edit?: (body: unknown) => unknown;
}
/**
 * Acts for a property. It sends what the run may send: within its limits, and no operation that looks as if it did more than create
 * an item, unless the user allows it. Where the server does not let it happen, the property ends without a verdict.
 */
interface PropertyActor {
    /** Creates an item of the operation's resource from a valid body, and reads it. @param edit makes another body of the valid one */
    readonly create: (edit?: (body: unknown) => unknown) => Promise<PropertyItem>;
    /** Reads an item of that resource; undefined where it is not there. */
    readonly read: (item: Pick<PropertyItem, "path">) => Promise<unknown>;
    /** The items in the list of that resource, on its largest page. */
    readonly list: () => Promise<readonly unknown[]>;
    /** Sends a valid request of an operation, by its id. Its response has to match the description, and may be a refusal. */
    readonly call: (operation: string, options?: CallOptions) => Promise<PropertyResponse>;
    /** Reads again until a condition holds, or the time to settle is over. @returns the last value */
    readonly until: <Value>(poll: () => Promise<Value>, holds: (value: Value) => boolean) => Promise<Value>;
    /** Ends the property without a verdict, unless the condition holds. @param reason why it cannot be tested, as a clause */
    readonly assume: (holds: boolean, reason: string) => void;
    /** The promise: a finding, unless the condition holds. It is about the last response. */
    readonly expect: (holds: boolean, breach: Breach) => void;
}
type Level$1 = "must" | "implied" | "advice";
/** A promise of your own about an operation, and the way to try it. Experimental: a minor version may change it. */
interface PropertyDefinition {
    readonly kind: "property";
    /** Small letters, digits and hyphens: `cancelled-not-shipped`. */
    readonly id: string;
    /** The promise, for reports. */
    readonly sentence: string;
    /** `must` and `implied` fail a run, `advice` warns; `must` if absent. */
    readonly level?: Level$1;
    /** The ids of the operations that it is about, or a condition. */
    readonly operations: readonly string[] | ((operation: PropertyOperation) => boolean);
    /** Tries it. It is tried once more before anything that it finds is reported. */
    readonly run: (t: PropertyActor, operation: PropertyOperation) => Promise<void>;
}
/** A promise of your own about every response. Experimental: a minor version may change it. */
interface ResponseCheckDefinition {
    readonly kind: "response check";
    readonly id: string;
    readonly sentence: string;
    readonly level?: Level$1;
    /** Returns how a response breaks the promise; undefined where it keeps it. */
    readonly judge: (response: PropertyResponse & {
        readonly operation: string;
    }) => Breach | undefined;
}
type CheckDefinition = PropertyDefinition | ResponseCheckDefinition;

/** How binding a requirement is, and so what its breach means for the verdict. */
type Level = (typeof levels)[number];
declare const levels: readonly ["must", "implied", "advice", "open", "informative"];
/** One promise of the interface document, or one point on which it is silent. */
interface Requirement {
    /** Stable and short, for example a word and a number. */
    readonly id: string;
    readonly level: Level;
    /** The heading of the interface document that it comes from. */
    readonly section: string;
    readonly sentence: string;
    /** Operation ids; empty where it is about none in particular. */
    readonly operations: readonly string[];
    /** Ids of the checks that verify it; a path stands for every check below it. */
    readonly verifiedBy: readonly string[];
    /** Profiles in which a failure only warns. */
    readonly warnsIn: readonly string[];
    /** Requirements whose failure explains a failure of this one: it is then shown after them. */
    readonly follows: readonly string[];
    /** The promise that it is, where several operations make the same one: a name that they share. */
    readonly promise?: string;
    /** How a run proves it, where its checks do not say: what is sent, and what counts. */
    readonly proof?: string;
    /** Of an open point: the choices a server is free to make. */
    readonly accepts?: string;
    /** Of an open point that can be pinned: its name in a configuration, and what can be expected of it. */
    readonly name?: string;
    /** Statuses (`400`, or `4xx` for any of these) and words. */
    readonly choices?: readonly string[];
    /** The occasion that its test takes, where no client can bring that about: then nobody is asked to have it tested. */
    readonly occasion?: string;
    /** Of an informative sentence: why no request can put it to the test. */
    readonly reason?: string;
}

/** TLS and proxy. */
interface ConnectionOptions {
    /** Certificates of authorities to trust besides the well-known ones, in PEM. */
    readonly ca?: string;
    /** The client's certificate and its private key, in PEM. */
    readonly cert?: string;
    readonly key?: string;
    /** Accepts any certificate of the server: a man in the middle can read the key. */
    readonly insecure?: boolean;
    /** Address of the proxy to go through, for example `http://proxy.example:3128`. */
    readonly proxy?: string;
}

/** The outcome of a request that had the token. */
interface TokenUse {
    readonly operation: string;
    readonly token: string;
    readonly status: number;
    /** Was it sent again, since an earlier token was refused? */
    readonly isAgain: boolean;
}
/** Tokens of one user, one after the other. */
interface TokenSource {
    /** The token to send now: another one, where the last is about to end. Never rejects. */
    readonly current: () => Promise<string>;
    /** Is there another token since this one was refused, so that the request is worth sending again? Never rejects. */
    readonly isReplaced: (use: TokenUse) => Promise<boolean>;
    /** Why requests have been refused since a token ended: no other could be had. */
    readonly trouble: () => string | undefined;
    /** The cookie that is the token, if it is one. */
    readonly cookie?: string;
    /** The secrets that the tokens were asked for with, and every token that there was, the latest last: to be in no output. */
    readonly secrets: () => readonly string[];
    /** The tokens that ended a while ago: only the whole of one is to be in no output. */
    readonly ended: () => readonly string[];
}

/** A change of what is there once, such as settings. */
interface SingletonChange {
    readonly event: "changing" | "restored";
    readonly method: string;
    /** Below the base address. */
    readonly path: string;
    /** The body that restores it, as it is sent. */
    readonly body: string;
}

/**
 * The phases of a run, in their order:
 * - `empty`: before anything is created, since an empty list exists only then
 * - `first-creation`: the first item is created, and with it a category is found
 * - `create`: items valid and invalid
 * - `populate`: items that the lists still lack
 * - `read`: lists and single items, now that there are some
 * - `random`: reads and refused bodies, combined by chance, as long as the run may take
 * - `credentials`: wrong keys, late and one at a time, because many in a row may lock an account
 * - `final`: what the run did to the server
 */
declare const phases: readonly ["empty", "first-creation", "create", "populate", "read", "random", "credentials", "final"];
/** When in a run a scenario has its turn. */
type Phase = (typeof phases)[number];

/** The report that a run leaves behind, no form of the key in it. */
declare const reportSchema: z.ZodObject<{
    format: z.ZodLiteral<"pedigree-report/1">;
    tool: z.ZodObject<{
        name: z.ZodString;
        version: z.ZodString;
        node: z.ZodString;
    }, z.core.$strict>;
    contract: z.ZodObject<{
        version: z.ZodString;
        requirements: z.ZodInt;
        digest: z.ZodExactOptional<z.ZodString>;
        mapping: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>;
    target: z.ZodObject<{
        name: z.ZodExactOptional<z.ZodString>;
        baseUrl: z.ZodString;
        spec: z.ZodExactOptional<z.ZodString>;
        overlays: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        embedded: z.ZodBoolean;
    }, z.core.$strict>;
    run: z.ZodObject<{
        id: z.ZodString;
        startedAt: z.ZodISODateTime;
        duration: z.ZodInt;
        profile: z.ZodString;
        seed: z.ZodInt;
        now: z.ZodISODateTime;
        requests: z.ZodInt;
        created: z.ZodInt;
        left: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
        leftReasons: z.ZodExactOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
        unrestored: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
            path: z.ZodString;
            member: z.ZodString;
            before: z.ZodString;
            reason: z.ZodString;
        }, z.core.$strict>>>;
        readOnly: z.ZodBoolean;
        categories: z.ZodArray<z.ZodString>;
        interrupted: z.ZodBoolean;
        timeLimit: z.ZodExactOptional<z.ZodObject<{
            limit: z.ZodInt;
            enough: z.ZodExactOptional<z.ZodInt>;
        }, z.core.$strict>>;
        shard: z.ZodExactOptional<z.ZodObject<{
            number: z.ZodInt;
            of: z.ZodInt;
            only: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
            requireTested: z.ZodBoolean;
            strict: z.ZodBoolean;
        }, z.core.$strict>>;
        knowledge: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
            section: z.ZodEnum<{
                allow: "allow";
                computed: "computed";
                ids: "ids";
                "leave-out": "leave-out";
                statuses: "statuses";
                values: "values";
            }>;
            name: z.ZodString;
            status: z.ZodEnum<{
                stale: "stale";
                used: "used";
            }>;
        }, z.core.$strict>>>;
        merged: z.ZodExactOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>;
    conclusion: z.ZodObject<{
        status: z.ZodEnum<{
            conforms: "conforms";
            "does not conform": "does not conform";
            inconclusive: "inconclusive";
        }>;
        exitCode: z.ZodLiteral<0 | 1 | 3>;
        sentence: z.ZodString;
        trouble: z.ZodExactOptional<z.ZodString>;
    }, z.core.$strict>;
    counts: z.ZodRecord<z.ZodEnum<{
        failed: "failed";
        inconclusive: "inconclusive";
        "not applicable": "not applicable";
        observed: "observed";
        passed: "passed";
        untested: "untested";
        warned: "warned";
    }>, z.ZodInt>;
    requirements: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        level: z.ZodEnum<{
            advice: "advice";
            implied: "implied";
            informative: "informative";
            must: "must";
            open: "open";
        }>;
        section: z.ZodString;
        sentence: z.ZodString;
        operations: z.ZodArray<z.ZodString>;
        verdict: z.ZodEnum<{
            failed: "failed";
            inconclusive: "inconclusive";
            "not applicable": "not applicable";
            observed: "observed";
            passed: "passed";
            untested: "untested";
            warned: "warned";
        }>;
        reason: z.ZodExactOptional<z.ZodString>;
        lacks: z.ZodExactOptional<z.ZodEnum<{
            choice: "choice";
            value: "value";
        }>>;
        waiver: z.ZodExactOptional<z.ZodObject<{
            status: z.ZodEnum<{
                applied: "applied";
                expired: "expired";
                stale: "stale";
                unused: "unused";
            }>;
            reason: z.ZodString;
            owner: z.ZodString;
            expires: z.ZodISODate;
        }, z.core.$strict>>;
        checks: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            title: z.ZodString;
            inputs: z.ZodRecord<z.ZodString, z.ZodInt>;
            duration: z.ZodExactOptional<z.ZodInt>;
        }, z.core.$strict>>;
        observations: z.ZodArray<z.ZodObject<{
            choice: z.ZodString;
            count: z.ZodInt;
        }, z.core.$strict>>;
        findings: z.ZodArray<z.ZodInt>;
    }, z.core.$strict>>;
    findings: z.ZodArray<z.ZodObject<{
        number: z.ZodInt;
        requirement: z.ZodString;
        requirements: z.ZodArray<z.ZodString>;
        verdict: z.ZodEnum<{
            failed: "failed";
            inconclusive: "inconclusive";
            "not applicable": "not applicable";
            observed: "observed";
            passed: "passed";
            untested: "untested";
            warned: "warned";
        }>;
        level: z.ZodEnum<{
            advice: "advice";
            implied: "implied";
            informative: "informative";
            must: "must";
            open: "open";
        }>;
        operations: z.ZodDefault<z.ZodArray<z.ZodString>>;
        explainedBy: z.ZodArray<z.ZodString>;
        problem: z.ZodString;
        problems: z.ZodExactOptional<z.ZodArray<z.ZodObject<{
            requirement: z.ZodString;
            problem: z.ZodString;
        }, z.core.$strict>>>;
        likelyCause: z.ZodExactOptional<z.ZodString>;
        expected: z.ZodString;
        actual: z.ZodString;
        at: z.ZodExactOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            in: z.ZodLiteral<"status">;
        }, z.core.$strict>, z.ZodObject<{
            in: z.ZodLiteral<"connection">;
        }, z.core.$strict>, z.ZodObject<{
            in: z.ZodLiteral<"header">;
            name: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            in: z.ZodLiteral<"body">;
            pointer: z.ZodString;
        }, z.core.$strict>], "in">>;
        confirmation: z.ZodDiscriminatedUnion<[z.ZodObject<{
            status: z.ZodLiteral<"repeats">;
            seen: z.ZodInt;
            of: z.ZodInt;
        }, z.core.$strict>, z.ZodObject<{
            status: z.ZodLiteral<"intermittent">;
            seen: z.ZodInt;
            rate: z.ZodExactOptional<z.ZodObject<{
                seen: z.ZodInt;
                of: z.ZodInt;
                from: z.ZodNumber;
                to: z.ZodNumber;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            status: z.ZodLiteral<"seen-once">;
            of: z.ZodInt;
            mayBeOthers: z.ZodExactOptional<z.ZodLiteral<true>>;
        }, z.core.$strict>], "status">;
        sightings: z.ZodInt;
        check: z.ZodString;
        input: z.ZodUnknown;
        happensOnce: z.ZodExactOptional<z.ZodString>;
        exchanges: z.ZodArray<z.ZodObject<{
            operation: z.ZodString;
            label: z.ZodString;
            credential: z.ZodString;
            request: z.ZodObject<{
                method: z.ZodString;
                url: z.ZodString;
                headers: z.ZodArray<z.ZodTuple<[z.ZodString, z.ZodString], null>>;
                body: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodObject<{
                    text: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>, z.ZodObject<{
                    base64: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>]>>;
            }, z.core.$strict>;
            trace: z.ZodString;
            sentAt: z.ZodInt;
            duration: z.ZodNumber;
            retries: z.ZodInt;
            response: z.ZodExactOptional<z.ZodObject<{
                status: z.ZodInt;
                headers: z.ZodArray<z.ZodTuple<[z.ZodString, z.ZodString], null>>;
                body: z.ZodUnion<readonly [z.ZodObject<{
                    text: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>, z.ZodObject<{
                    base64: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>]>;
            }, z.core.$strict>>;
            transportError: z.ZodExactOptional<z.ZodObject<{
                cause: z.ZodString;
                detail: z.ZodString;
            }, z.core.$strict>>;
            curl: z.ZodString;
        }, z.core.$strict>>;
        shownBy: z.ZodInt;
    }, z.core.$strict>>;
    statistics: z.ZodObject<{
        responses: z.ZodRecord<z.ZodString, z.ZodRecord<z.ZodString, z.ZodInt>>;
        latency: z.ZodRecord<z.ZodString, z.ZodObject<{
            p50: z.ZodNumber;
            p95: z.ZodNumber;
            p99: z.ZodNumber;
            max: z.ZodNumber;
            distribution: z.ZodArray<z.ZodObject<{
                upTo: z.ZodNumber;
                count: z.ZodInt;
            }, z.core.$strict>>;
        }, z.core.$strict>>;
        random: z.ZodExactOptional<z.ZodObject<{
            cases: z.ZodInt;
            reached: z.ZodExactOptional<z.ZodInt>;
            pairs: z.ZodObject<{
                tried: z.ZodInt;
                all: z.ZodInt;
            }, z.core.$strict>;
        }, z.core.$strict>>;
        coverage: z.ZodArray<z.ZodObject<{
            operation: z.ZodString;
            kind: z.ZodEnum<{
                either: "either";
                invalid: "invalid";
                valid: "valid";
                "wrong key": "wrong key";
            }>;
            label: z.ZodString;
            responses: z.ZodRecord<z.ZodString, z.ZodInt>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    exchanges: z.ZodObject<{
        all: z.ZodInt;
        entries: z.ZodArray<z.ZodObject<{
            operation: z.ZodString;
            label: z.ZodString;
            credential: z.ZodString;
            request: z.ZodObject<{
                method: z.ZodString;
                url: z.ZodString;
                headers: z.ZodArray<z.ZodTuple<[z.ZodString, z.ZodString], null>>;
                body: z.ZodExactOptional<z.ZodUnion<readonly [z.ZodObject<{
                    text: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>, z.ZodObject<{
                    base64: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>]>>;
            }, z.core.$strict>;
            trace: z.ZodString;
            sentAt: z.ZodInt;
            duration: z.ZodNumber;
            retries: z.ZodInt;
            response: z.ZodExactOptional<z.ZodObject<{
                status: z.ZodInt;
                headers: z.ZodArray<z.ZodTuple<[z.ZodString, z.ZodString], null>>;
                body: z.ZodUnion<readonly [z.ZodObject<{
                    text: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>, z.ZodObject<{
                    base64: z.ZodString;
                    bytes: z.ZodInt;
                    cut: z.ZodExactOptional<z.ZodLiteral<true>>;
                }, z.core.$strict>]>;
            }, z.core.$strict>>;
            transportError: z.ZodExactOptional<z.ZodObject<{
                cause: z.ZodString;
                detail: z.ZodString;
            }, z.core.$strict>>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
}, z.core.$strict>;
/** The same value, of which nothing can be changed. */
type Immutable<Value> = Value extends object ? {
    readonly [Name in keyof Value]: Immutable<Value[Name]>;
} : Value;
/** Everything a run leaves behind: `report.json`. Plain data. */
type Report = Immutable<z.infer<typeof reportSchema>>;
/** One requirement and its verdict. */
type RequirementReport = Report["requirements"][number];
/** The outcome of a waiver in a run. */
type WaiverOutcome = NonNullable<RequirementReport["waiver"]>;

/** The members that both kinds of lines have. */
interface Entry {
    /** The run, by the trace id of none of its requests: 32 hexadecimal digits. */
    readonly run: string;
    /** ISO 8601. */
    readonly at: string;
    /** As in the request's `traceparent`. */
    readonly trace: string;
}
/** One line of the journal of everything that a run may have added to a target. */
type CreationEntry = 
/**
 * Written before the request goes out: the server may have stored this. One that is sent again, because it was
 * turned away or its connection refused, keeps its trace and has a line for each time: it may be stored more than once.
 */
(Entry & {
    readonly event: "sending";
    readonly target: string;
    /** As it was sent, without secrets. */
    readonly body: string;
})
/** Written after an answer (201, or any 2xx) with an id, in decimal: the server has stored this. */
 | (Entry & {
    readonly event: "created";
    readonly id: string;
});
/** A line of the same journal: before what is there once is changed, with the request that restores it, and once that is done. */
interface ChangeEntry extends Omit<Entry, "trace">, SingletonChange {
    readonly target: string;
}

/** How thorough a run is. */
type ProfileName = "gate" | "nightly" | "certification";

/** A known failure that is accepted for a time. */
interface Waiver extends Omit<WaiverOutcome, "status"> {
    /** Id of the requirement. */
    readonly requirement: string;
}

/** The events that listeners receive, in this order. Listeners know the run; the run knows no listener. */
type RunEvent = {
    readonly kind: "run-started";
    readonly baseUrl: string;
    readonly seed: number;
    readonly profile: string;
    /** How many checks there are to run. */
    readonly checks: number;
} | {
    readonly kind: "phase-started";
    readonly phase: Phase;
    readonly checks: number;
} | {
    readonly kind: "check-finished";
    readonly check: string;
    readonly requirement: string;
    readonly status: string;
    readonly requests: number;
}
/** How many random cases were tried until now, and how many requests the run has sent. */
 | {
    readonly kind: "random-cases";
    readonly cases: number;
    readonly requests: number;
} | {
    readonly kind: "finding-confirmed";
    readonly requirement: string;
}
/** A pattern of the description takes too long to match: what it says of a text is not judged. */
 | {
    readonly kind: "pattern-undecided";
    readonly pattern: string;
}
/** The suite itself has failed; the report holds what was learnt until then. */
 | {
    readonly kind: "bug";
    readonly error: unknown;
} | {
    readonly kind: "run-finished";
    readonly report: Report;
};
/** Called for every event. */
type Listener = (event: RunEvent) => void;

/** Everything a server is held to. `loadContract` and `readContract` make one; it holds more than its type tells. */
interface Contract {
    /** Of the interface, for example `1.0.0`. */
    readonly version: string;
    /** SHA-256 over the description and what the requirements say, in hexadecimal. */
    readonly digest: string;
    readonly requirements: readonly Requirement[];
}
/** Names an interface: the Animal Store's, if nothing is named. */
interface ContractSource {
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
    /** Promises of your own about `spec`, in addition to those that `config` names. Experimental. */
    readonly checks?: readonly CheckDefinition[] | undefined;
}
/** How to judge a server. Durations in ms. Every member may be left out. */
interface RunSettings extends ContractSource {
    /** Takes the place of `spec`: a contract that `loadContract` or `readContract` returned. */
    readonly contract?: Contract | undefined;
    /** The API key, without a scheme before it. Only a description that asks for no credential needs none. */
    readonly key?: string | undefined;
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
    /** Makes waivers that match nothing a reason not to conform, and so is what the server accepts everywhere against its description. */
    readonly strict?: boolean | undefined;
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

/** A server that `start` started: its base address; a server of Node's, listening; or an address with what ends the server. */
type Started = string | Server | {
    readonly url: string;
    readonly close?: (() => unknown) | undefined;
} | {
    readonly baseUrl: string;
    readonly close?: (() => unknown) | undefined;
};

/** Which server to test, and how. Durations in ms. */
type ConformanceOptions = Omit<RunSettings, "contract"> & {
    /** The name of the suite; `conformance` if absent. */
    readonly name?: string | undefined;
    /**
     * The path of the base address, such as `/v1`, where `start` returns a server of Node's, which knows none. The description states
     * it, if this is absent.
     */
    readonly path?: string | undefined;
    /** How long `start` may take; a minute if absent. */
    readonly startTimeout?: number | undefined;
    /** The folder to write report.json and report.html to. Nothing is written if this is absent. */
    readonly reports?: string | undefined;
    /** Called with the report, once the run is over. */
    readonly onReport?: ((report: Report) => unknown) | undefined;
} & ({
    /** Starts the server. The run closes what this returns. */
    readonly start: () => Started | Promise<Started>;
    readonly target?: undefined;
} | {
    /** The base address of a server that is there already, or the name of a target in `config`. */
    readonly target: string;
    readonly start?: undefined;
});
/**
 * Describes a suite with a test for each requirement, named by its id and sentence. One run of the server decides all of them. It
 * sends only what the chosen tests need: `vitest -t "LIST-4:"` tests LIST-4.
 * @throws ConfigurationError for options that contradict each other
 */
declare function describeConformance(options: ConformanceOptions): void;

export { describeConformance };
export type { ConformanceOptions, Started };
