import { createPrivateKey } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Settings } from "../../src/settings/settings.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { refusalOf, settle } from "./configured.js";

const targets = `targets:
  staging:
    url: https://staging.example/v1/
    categories: [1, "9007199254740993"]
    rate: 50
    concurrency: 4
    timeout: 10s
    settle: 500ms
    patience: 2m
    headers: { X-Tenant: blue, X-Lane: slow }
    max-created: 150
  production: { url: https://api.example/v1 }
`;

describe("settings of a target", () => {
  const stated = {
    ...{
      targetName: "staging",
      categories: [1n, 9007199254740993n],
      rate: 50,
      concurrency: 4,
      timeout: 10_000,
    },
    ...{ settle: 500, patience: 120_000, maxCreated: 150, headers: { "X-Tenant": "blue", "X-Lane": "slow" } },
  };
  const given = {
    categories: [7n],
    rate: 1,
    concurrency: 2,
    timeout: 3,
    settle: 4,
    patience: 5,
    maxCreated: 0,
  };
  it.each<readonly [string, Settings, object]>([
    ["its entry in the configuration", {}, stated],
    [
      "flags instead, where these are given",
      { ...given, headers: ["x-tenant: red"] },
      { ...stated, ...given, headers: { "X-Lane": "slow", "x-tenant": "red" } },
    ],
  ])("come from %s", (_from, flags, wanted) => {
    const { target, options, warnings } = settle({ target: "staging", ...flags }, { text: targets });

    expect(target).toMatchObject({ baseUrl: "https://staging.example/v1" });
    expect({ ...options, headers: Object.fromEntries(options.headers ?? []) }).toMatchObject(wanted);
    expect(warnings).toEqual([expect.stringContaining("--key")]);
  });

  it("prefer the target's entry to the profile's, and both to the profile itself", () => {
    const text = `${targets}profile: nightly\nprofiles:\n  nightly: { random-cases: 100, longest: 30m, max-created: 600, rate: 20, seed: 7, require-tested: true }\n  gate: { seed: 8 }\n`;
    const staging = settle({ target: "staging" }, { text });
    const other = settle({ target: "http://other.example/v1" }, { text });
    const gate = settle({ target: "staging", profile: "gate" }, { text });

    expect(staging.options).toMatchObject({ profile: "nightly", maxCreated: 150, rate: 50, seed: 7 });
    expect(other.options).toMatchObject({ maxCreated: 600, rate: 20, randomCases: 100, longest: 1_800_000 });
    expect(other.options).toMatchObject({ requireTested: true });
    expect(gate.options).toMatchObject({ profile: "gate", seed: 8 });
    expect(settle({ target: "staging", seed: 9 }, { text }).options.seed).toBe(9);
  });

  it("hold for its address, too", () => {
    const { options } = settle({ target: "https://STAGING.example/v1" }, { text: targets });

    expect(options).toMatchObject({ targetName: "staging", rate: 50 });
  });

  it("are the embedded server's without any target, with the profile gate", () => {
    const { target, options } = settle({});

    expect(target).toBeUndefined();
    expect(options).toEqual({ profile: "gate" });
  });
});

describe("the target", () => {
  const text = `target: staging\n${targets}`;

  it("is the configuration's default, unless one is named or a server is started", () => {
    const start = { command: "npm start", folder: "." };
    const waitFor = "http://localhost:3000/v1";

    expect(settle({}, { text }).options.targetName).toBe("staging");
    expect(settle({ target: "production" }, { text }).options.targetName).toBe("production");
    expect(settle({ start, waitFor }, { text }).target).toMatchObject({
      baseUrl: waitFor,
      start: { ...start, waitFor },
    });
  });

  it("may be thrown away where that is said, or where its server is started for the run", () => {
    const started = { start: { command: "npm start", folder: "." }, waitFor: "http://localhost:3000/v1" };

    expect(settle({ target: "staging" }, { text }).options.disposable).toBeUndefined();
    expect(settle({ target: "staging", disposable: true }, { text }).options.disposable).toBe(true);
    expect(settle(started, { text }).options.disposable).toBe(true);
    expect(settle({ ...started, disposable: false }, { text }).options.disposable).toBe(false);
  });

  it.each([
    [
      "under a name that there is not, with the nearest",
      { target: "prodction" },
      "there is no target prodction in pedigree.config.yaml; did you mean production?",
    ],
    [
      "where none is named, since the embedded server would always be green",
      {},
      "no target is named, but pedigree.config.yaml has some: give --target (staging, production)",
    ],
  ])("is refused %s", (_what, flags, reason) => {
    expect(refusalOf(() => settle(flags, { text: targets }))).toContain(reason);
  });
});

describe("a production target", () => {
  const entry = (more: string, name = "production"): string =>
    `targets:\n  ${name}: { url: "https://api.example/v1"${more} }\n`;

  it.each([
    ["by its name", "production", "production", ""],
    ["by its entry", "live", "live", ", production: true"],
    ["when its address is given instead of its name", "https://api.example/v1/", "production", ""],
    ["with read-only: false", "production", "production", ", read-only: false"],
  ])("is read-only and asked slowly: %s", (_how, target, name, more) => {
    const { options, warnings } = settle({ target }, { text: entry(more, name) });

    expect(options).toMatchObject({ readOnly: true, rate: 10, concurrency: 2, targetName: name });
    expect(warnings.join()).toContain(`${name} is a production target: nothing but GET is sent to it`);
    expect(warnings.join()).toContain('set "writing: allowed" in its entry in');
  });

  it.each([
    ["http://localhost:8080/v1", "http://127.0.0.1:8080/v1"],
    ["http://127.0.0.1:8080/v1", "http://LOCALHOST.:8080/v1/"],
    ["http://localhost:8080/v1", "http://127.3.2.1:8080/v1"],
    ["http://localhost:8080/v1", "http://0x7f.1:8080/v1"],
    ["http://localhost:8080/v1", "http://[::1]:8080/v1"],
    ["http://localhost:8080/v1", "http://[::ffff:127.0.0.1]:8080/v1"],
    ["http://localhost:8080/v1", "http://0.0.0.0:8080/v1"],
    ["https://api.example/v1", "https://API.example.:443/v1"],
    ["http://api.example/v1", "http://api.example:80/v1"],
    ["https://api.example/v1", "https://api.example/%76%31"],
    ["https://api.example/store/v1", "https://api.example//store/x/../v1"],
  ])("is one however its address is written: %s as %s", (configured, given) => {
    const text = `targets:\n  near: { url: "${given}" }\n  live: { url: "${configured}", production: true }\n`;

    const byAddress = settle({ target: given }, { text });
    const byName = settle({ target: "near" }, { text });

    expect(byAddress.options).toMatchObject({ readOnly: true, rate: 10 });
    expect(byName.options).toMatchObject({ readOnly: true, rate: 10, targetName: "near" });
  });

  it.each([
    ["none at another port", "http://localhost:8081/v1", undefined, undefined],
    ["none at another host", "http://localhost.example:8080/v1", undefined, undefined],
    ["one at another path of it, unless an entry names that", "http://localhost:8080", true, undefined],
    ["one for another scheme, unless an entry names that", "https://localhost:8080/v1", true, undefined],
    ["one where another entry for it allows writing", "http://127.0.0.1:8080/v1", true, true],
  ])("is %s", (_what, given, readOnly, readOnlyByName) => {
    const text =
      'targets:\n  live: { url: "http://127.0.0.1:8080/v1", production: true, key: { value: live-key-0 } }\n';
    const other = `${text}  other: { url: "${given}", writing: allowed }\n`;

    expect(settle({ target: given }, { text }).options.readOnly).toBe(readOnly);
    expect(settle({ target: "other" }, { text: other }).options.readOnly).toBe(readOnlyByName);
    expect(settle({ target: given }, { text: other }).options.readOnly).toBe(readOnlyByName);
  });

  it("has a key of its own, which goes to no other address on its host", () => {
    const text =
      'targets:\n  live: { url: "http://a.example/v1", production: true, key: { value: live-key-0 } }\n';

    const refusal = refusalOf(() => settle({ target: "http://a.example/v2" }, { text, keyless: true }));

    expect(refusal).toMatch(/^there is no API key/);
  });

  it("is written to where its entry allows that, and --read-only says nothing else", () => {
    const text = entry(", writing: allowed");

    const written = settle({ target: "production" }, { text });

    expect(written.options.readOnly).toBeUndefined();
    expect(written.warnings.join()).not.toContain("production");
    expect(settle({ target: "production", readOnly: true }, { text }).options.readOnly).toBe(true);
  });

  it("has the pace that is decided on", () => {
    const own = settle({ target: "production" }, { text: entry(", concurrency: 5") });
    const flagged = settle({ target: "production", rate: 80 }, { text: entry("") });

    expect([own.options.concurrency, own.options.rate]).toEqual([5, undefined]);
    expect([flagged.options.concurrency, flagged.options.rate]).toEqual([undefined, 80]);
  });
});

describe("the key", () => {
  const entry = (key: string): string => `targets:\n  a: { url: https://a.example/v1, key: ${key} }\n`;
  const keyOf = (environment: NodeJS.ProcessEnv, flags: Settings = {}, text = entry("{ env: A_KEY }")) => {
    const { target, warnings } = settle({ target: "a", ...flags }, { text, environment, keyless: true });
    return { key: target?.key, warnings };
  };

  it.each<readonly [NodeJS.ProcessEnv, Settings, string, readonly RegExp[]]>([
    [{ A_KEY: "key-of-a-1\n" }, {}, "key-of-a-1", []],
    [{ A_KEY: "seven-7" }, {}, "seven-7", [/^the API key has fewer than 8 characters/]],
    [{ A_KEY: "key-of-a-1", PEDIGREE_API_KEY: "general-key" }, {}, "general-key", [/configured for a$/]],
    [{ PEDIGREE_API_KEY: "" }, { key: "flag-key" }, "flag-key", [/^--key can be read in process lists/]],
  ])("comes from the environment %j, and flags %j: %s", (environment, flags, key, said) => {
    const found = keyOf(environment, flags);

    expect(found).toEqual({ key, warnings: said.map((sentence) => expect.stringMatching(sentence)) });
    expect(found.warnings.join()).not.toContain(key);
  });

  it("comes from a file, without the line break at its end", () => {
    const keyFile = join(temporaryFolder(), "the.key");
    writeFileSync(keyFile, "key-in-file\n");

    expect(keyOf({}, { keyFile })).toEqual({ key: "key-in-file", warnings: [] });
    expect(keyOf({}, {}, entry(`{ file: ${keyFile} }`))).toEqual({ key: "key-in-file", warnings: [] });
  });

  it("is warned about where it stands in the configuration, and not repeated", () => {
    const { key, warnings } = keyOf({}, {}, entry("{ value: key-of-a-1 }"));

    expect(key).toBe("key-of-a-1");
    expect(warnings.join()).toMatch(
      /pedigree\.config\.yaml:2:35: everybody who can read this file has the key of a/,
    );
    expect(warnings.join()).not.toContain("key-of-a-1");
  });

  it("is missed with file and line where its variable is not set, and looked for beside the file", () => {
    expect(refusalOf(() => keyOf({}))).toBe(
      "pedigree.config.yaml:2:35: the environment variable A_KEY is to hold the key of a, but is not set",
    );
    expect(refusalOf(() => keyOf({}, {}, entry("{ file: a.key }")))).toMatch(
      /^the key file \/.*\/a\.key cannot be read \(ENOENT\)$/,
    );
  });
});

const [ca, clientCert, clientKey, serverKey] = ["ca", "client", "client-key", "server-key"].map((name) =>
  fileURLToPath(new URL(`../transport/certificates/${name}.pem`, import.meta.url)),
) as [string, string, string, string];
const text = fileURLToPath(import.meta.url);

describe("what no request can carry", () => {
  it.each<readonly [Settings, string]>([
    [
      { headers: ["Authorization: k-secret"] },
      "Authorization cannot be set: Pedigree puts good and bad keys",
    ],
    [{ headers: ["content-type: k-secret"] }, "content-type cannot be set: the cases decide"],
    [{ headers: ["HOST: k-secret"] }, "HOST cannot be set: it follows from the target's address"],
    [{ headers: ["Content-Length: 1"] }, "Content-Length cannot be set"],
    [{ headers: ["Transfer-Encoding: chunked"] }, "Transfer-Encoding cannot be set"],
    [{ headers: ["no colon k-secret"] }, "--header takes a name and a value: give one such as"],
    [{ headers: ["X-A: k-secret\r\nX-B: 1"] }, "the value of X-A has characters that a header cannot carry"],
    [{ proxy: "socks5://u:k-secret@x:1" }, "the proxy is no http or https address"],
    [{ proxy: "proxy.example:3128" }, "the proxy is no http or https address"],
    [{ proxy: "http://" }, "the proxy is no "],
    [{ proxy: "http://100%:k-secret@x:1" }, "the proxy"],
    [{ ca: text }, "settings.test.ts holds no certificate in PEM"],
    [{ clientCert }, "client.pem needs its private key: give --client-key"],
    [{ clientKey }, "client-key.pem needs its certificate: give --client-cert"],
    [{ clientCert, clientKey: text }, "settings.test.ts holds no private key"],
    [{ clientCert, clientKey: serverKey }, "server-key.pem does not belong to"],
  ])("is refused without repeating a value: %j", (flags, reason) => {
    const refusal = refusalOf(() => settle(flags));

    expect(refusal).toContain(reason);
    expect(refusal).not.toContain("k-secret");
  });
});

it("headers may hold colons and be given more than once", () => {
  const { headers } = settle({ headers: ["X-A: a:b", "X-B:  c "] }).options;

  expect(Object.fromEntries(headers ?? [])).toEqual({ "X-A": "a:b", "X-B": "c" });
});

describe("the proxy", () => {
  const https = "https://a.example/v1";
  const both = { HTTPS_PROXY: "http://s.example:1", HTTP_PROXY: "p.example:2" };
  const proxyOf = (target: string, environment: NodeJS.ProcessEnv, flags: Settings = {}) =>
    settle({ target, ...flags }, { environment }).options.connection?.proxy;

  it.each<readonly [string, NodeJS.ProcessEnv, Settings, string | undefined]>([
    [https, both, {}, "http://s.example:1"],
    ["http://a.example/v1", both, {}, "http://p.example:2"],
    ["http://a.example/v1", { http_proxy: "http://q.example:3" }, {}, "http://q.example:3"],
    [https, { HTTP_PROXY: "http://p.example:2" }, {}, undefined],
    [https, both, { proxy: "http://f.example:9" }, "http://f.example:9"],
    [https, both, { proxy: "none" }, undefined],
  ])("for %s, with %j and the flags %j, is %s", (target, environment, flags, proxy) => {
    expect(proxyOf(target, environment, flags)).toBe(proxy);
  });

  it.each([
    [https, ["*", "b.example, a.example", ".example", "example", "*.example", "A.Example", "a.example:443"]],
    ["https://a.example:8443/v1", ["a.example:8443"]],
    ["https://[fe80::1]/v1", ["fe80::1"]],
    ["https://[fe80::1]:8443/v1", ["[fe80::1]:8443"]],
    ["https://localhost/v1", [""]],
    ["https://127.0.0.1/v1", [""]],
    ["https://[::1]/v1", [""]],
  ])("for %s is none with each NO_PROXY of %j", (target, exceptions) => {
    const proxies = exceptions.flatMap((names) => [
      proxyOf(target, { ...both, NO_PROXY: names }),
      proxyOf(target, { ...both, no_proxy: names }),
    ]);

    expect(new Set(proxies)).toEqual(new Set([undefined]));
  });

  it.each(["ample", "a.example:8443", "b.a.example", ""])("stays with NO_PROXY=%s", (exceptions) => {
    expect(proxyOf(https, { ...both, NO_PROXY: exceptions })).toBe("http://s.example:1");
  });
});

describe("certificates", () => {
  const read = (path: string): string => readFileSync(path, "utf8");

  it("are handed on as text", () => {
    const connection = { ca: read(ca), cert: read(clientCert), key: read(clientKey) };

    expect(settle({ ca, clientCert, clientKey }).options.connection).toEqual(connection);
  });

  it("are looked for beside the configuration", () => {
    const text = "targets:\n  a: { url: https://a.example/v1, tls: { ca: ca.pem } }\n";

    expect(refusalOf(() => settle({ target: "a" }, { text }))).toMatch(
      /the certificate of an authority \/.*\/ca\.pem cannot be read \(ENOENT\)/,
    );
  });

  it("are refused with a key that needs a passphrase", () => {
    const encrypted = join(temporaryFolder(), "encrypted.pem");
    const cipher = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
    writeFileSync(encrypted, createPrivateKey(read(clientKey)).export(cipher));

    const refusal = refusalOf(() => settle({ clientCert, clientKey: encrypted }));

    expect(refusal).toContain("encrypted.pem is encrypted");
  });

  it("are not looked at with --insecure, which is said loudly", () => {
    const { options, warnings } = settle({ insecure: true });

    expect(options.connection).toEqual({ insecure: true });
    expect(warnings.join()).toMatch(/INSECURE.*anyone in between can read the API key/);
  });
});
