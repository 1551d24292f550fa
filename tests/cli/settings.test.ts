import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { certificate, privateKey } from "./certificate.js";
import { refusalOf, settle } from "./configured.js";
import { temporaryFolder } from "./pedigree.js";

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
  it("come from its entry in the configuration", () => {
    const { target, options, warnings } = settle({ target: "staging" }, { text: targets });

    expect(target).toMatchObject({ kind: "address", baseUrl: "https://staging.example/v1" });
    expect(options).toMatchObject({
      targetName: "staging",
      categories: [1n, 9007199254740993n],
      rate: 50,
      concurrency: 4,
      timeout: 10_000,
      settle: 500,
      patience: 120_000,
      headers: [
        ["X-Tenant", "blue"],
        ["X-Lane", "slow"],
      ],
      maxCreated: 150,
    });
    expect(warnings).toEqual([expect.stringContaining("--key")]);
  });

  it("come from the flags instead, where these are given", () => {
    const flags = {
      target: "staging",
      categories: [7n],
      rate: 1,
      concurrency: 2,
      timeout: 3,
      settle: 4,
      patience: 5,
      maxCreated: 0,
      headers: ["x-tenant: red"],
    };

    expect(settle(flags, { text: targets }).options).toMatchObject({
      categories: [7n],
      rate: 1,
      concurrency: 2,
      timeout: 3,
      settle: 4,
      patience: 5,
      maxCreated: 0,
      headers: [
        ["X-Lane", "slow"],
        ["x-tenant", "red"],
      ],
    });
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

    expect(target).toEqual({ kind: "embedded" });
    expect(options).toEqual({ profile: "gate" });
  });
});

describe("the target", () => {
  it("is the configuration's default, unless one is named", () => {
    const text = `target: staging\n${targets}`;

    expect(settle({}, { text }).options.targetName).toBe("staging");
    expect(settle({ target: "production" }, { text }).options.targetName).toBe("production");
  });

  it("is the server that is started, rather than the configuration's default", () => {
    const flags = { start: { command: "npm start", folder: "." }, waitFor: "http://localhost:3000/v1" };
    const { target } = settle(flags, { text: `target: staging\n${targets}` });

    expect(target).toMatchObject({
      baseUrl: "http://localhost:3000/v1",
      start: { command: "npm start", waitFor: "http://localhost:3000/v1", folder: "." },
    });
  });

  it("is refused under a name that there is not, with the nearest", () => {
    expect(refusalOf(() => settle({ target: "prodction" }, { text: targets }))).toBe(
      "there is no target prodction in pedigree.config.yaml; did you mean production?",
    );
  });

  it("has to be named where there are some, since the embedded server would always be green", () => {
    expect(refusalOf(() => settle({}, { text: targets }))).toMatch(
      /^no target is named, but pedigree.config.yaml has some: give --target \(staging, production\)/,
    );
  });
});

describe("a production target", () => {
  const entry = (more: string, name = "production"): string =>
    `targets:\n  ${name}: { url: https://api.example/v1${more} }\n`;

  it.each([
    ["by its name", "production", ""],
    ["by its entry", "live", ", production: true"],
  ])("is read-only and asked slowly: %s", (_how, name, more) => {
    const { options, warnings } = settle({ target: name }, { text: entry(more, name) });

    expect(options).toMatchObject({ readOnly: true, rate: 10, concurrency: 2 });
    expect(warnings.join()).toContain(`${name} is a production target: nothing but GET is sent to it`);
    expect(warnings.join()).toContain('set "writing: allowed" in its entry in');
  });

  it("is one, too, when its address is given instead of its name", () => {
    const { options } = settle({ target: "https://api.example/v1/" }, { text: entry("") });

    expect(options).toMatchObject({ readOnly: true, targetName: "production" });
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
    ["another port", "http://localhost:8081/v1"],
    ["another host", "http://localhost.example:8080/v1"],
  ])("is none at %s", (_what, given) => {
    const text = 'targets:\n  live: { url: "http://127.0.0.1:8080/v1", production: true }\n';

    expect(settle({ target: given }, { text }).options.readOnly).toBeUndefined();
  });

  it.each([
    ["another path of it", "http://localhost:8080"],
    ["another scheme", "https://localhost:8080/v1"],
  ])("is protected at %s, unless an entry names that address", (_what, given) => {
    const text =
      'targets:\n  live: { url: "http://127.0.0.1:8080/v1", production: true, key: { value: live-key-0 } }\n';
    const other = `${text}  other: { url: "${given}" }\n`;

    expect(settle({ target: given }, { text }).options.readOnly).toBe(true);
    expect(settle({ target: given }, { text: other }).options.readOnly).toBeUndefined();
  });

  it("is protected where one of two entries for it allows writing", () => {
    const url = "http://localhost:8080/v1";
    const text = `targets:\n  a: { url: "${url}", production: true, writing: allowed }\n  b: { url: "${url}", production: true }\n`;

    expect(settle({ target: url }, { text }).options.readOnly).toBe(true);
    expect(settle({ target: "a" }, { text }).options.readOnly).toBe(true);
  });

  it("stays read-only with read-only: false", () => {
    expect(settle({ target: "production" }, { text: entry(", read-only: false") }).options.readOnly).toBe(
      true,
    );
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

    expect(own.options).toMatchObject({ concurrency: 5 });
    expect(own.options.rate).toBeUndefined();
    expect(flagged.options).toMatchObject({ rate: 80 });
    expect(flagged.options.concurrency).toBeUndefined();
  });
});

describe("the key", () => {
  const entry = (key: string): string => `targets:\n  a:\n    url: https://a.example/v1\n    key: ${key}\n`;
  const keyOf = (text: string, environment: NodeJS.ProcessEnv) => {
    const { target, warnings } = settle({ target: "a" }, { text, environment, keyless: true });
    return { key: target.kind === "address" ? target.key : undefined, warnings };
  };

  it("comes from the variable that the entry names", () => {
    expect(keyOf(entry("{ env: A_KEY }"), { A_KEY: "key-of-a-1\n" })).toEqual({
      key: "key-of-a-1",
      warnings: [],
    });
  });

  it("comes from PEDIGREE_API_KEY before that, which is said", () => {
    const environment = { A_KEY: "key-of-a-1", PEDIGREE_API_KEY: "general-key" };
    const { key, warnings } = keyOf(entry("{ env: A_KEY }"), environment);

    expect(key).toBe("general-key");
    expect(warnings).toEqual([expect.stringContaining("used instead of the key that is configured for a")]);
  });

  it("is warned about where it stands in the file, and not repeated", () => {
    const { key, warnings } = keyOf(entry("{ value: k3 }"), {});

    expect(key).toBe("k3");
    expect(warnings.join()).toMatch(
      /pedigree\.config\.yaml:4:5: everybody who can read this file has the key of a/,
    );
    expect(warnings.join()).not.toContain("k3");
  });

  it("is missed with file and line where its variable is not set", () => {
    expect(refusalOf(() => keyOf(entry("{ env: A_KEY }"), {}))).toBe(
      "pedigree.config.yaml:4:5: the environment variable A_KEY is to hold the key of a, but is not set",
    );
  });
});

describe("headers for every request", () => {
  it.each([
    ["Authorization: Bearer k-secret", "Authorization cannot be set: Pedigree puts good and bad keys there"],
    ["content-type: k-secret", "content-type cannot be set: the cases decide"],
    ["HOST: k-secret", "HOST cannot be set: it follows from the target's address"],
    ["Content-Length: 1", "Content-Length cannot be set"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding cannot be set"],
    ["no colon k-secret", '--header takes a name and a value: give one such as "X-Tenant: blue"'],
    ["X-A: k-secret\r\nX-B: 1", "the value of X-A has characters that a header cannot carry"],
  ])("are refused without repeating a value: %s", (line, reason) => {
    const refusal = refusalOf(() => settle({ headers: [line] }));

    expect(refusal).toContain(reason);
    expect(refusal).not.toContain("k-secret");
  });

  it("may hold colons and be given more than once", () => {
    expect(settle({ headers: ["X-A: a:b", "X-B:  c "] }).options.headers).toEqual([
      ["X-A", "a:b"],
      ["X-B", "c"],
    ]);
  });
});

describe("the proxy", () => {
  const proxyOf = (target: string, environment: NodeJS.ProcessEnv, proxy?: string) =>
    settle({ target, ...(proxy === undefined ? {} : { proxy }) }, { environment }).options.connection?.proxy;
  const both = { HTTPS_PROXY: "http://s.example:1", HTTP_PROXY: "p.example:2" };

  it("comes from the environment by the target's scheme", () => {
    expect(proxyOf("https://a.example/v1", both)).toBe("http://s.example:1");
    expect(proxyOf("http://a.example/v1", both)).toBe("http://p.example:2");
    expect(proxyOf("http://a.example/v1", { http_proxy: "http://q.example:3" })).toBe("http://q.example:3");
    expect(proxyOf("https://a.example/v1", { HTTP_PROXY: "http://p.example:2" })).toBeUndefined();
  });

  it("is another or none where a flag says so", () => {
    expect(proxyOf("https://a.example/v1", both, "http://f.example:9")).toBe("http://f.example:9");
    expect(proxyOf("https://a.example/v1", both, "none")).toBeUndefined();
  });

  it.each([
    ["*", "https://a.example/v1"],
    ["b.example, a.example", "https://a.example/v1"],
    [".example", "https://a.example/v1"],
    ["example", "https://a.example/v1"],
    ["*.example", "https://a.example/v1"],
    ["A.Example", "https://a.example/v1"],
    ["a.example:443", "https://a.example/v1"],
    ["a.example:8443", "https://a.example:8443/v1"],
    ["fe80::1", "https://[fe80::1]/v1"],
    ["[fe80::1]:8443", "https://[fe80::1]:8443/v1"],
    ["", "https://localhost/v1"],
    ["", "https://127.0.0.1/v1"],
    ["", "https://[::1]/v1"],
  ])("is left out by NO_PROXY=%s for %s", (exceptions, target) => {
    expect(proxyOf(target, { ...both, NO_PROXY: exceptions })).toBeUndefined();
    expect(proxyOf(target, { ...both, no_proxy: exceptions })).toBeUndefined();
  });

  it.each([
    ["ample", "https://a.example/v1"],
    ["a.example:8443", "https://a.example/v1"],
    ["b.a.example", "https://a.example/v1"],
    ["", "https://a.example/v1"],
  ])("is not left out by NO_PROXY=%s for %s", (exceptions, target) => {
    expect(proxyOf(target, { ...both, NO_PROXY: exceptions })).toBe("http://s.example:1");
  });

  it.each(["socks5://u:k-secret@x:1", "proxy.example:3128", "http://", "http://100%:k-secret@x:1"])(
    "is refused where it is no http address, without repeating it: %s",
    (proxy) => {
      const refusal = refusalOf(() => settle({ proxy }));

      expect(refusal).toMatch(/^the proxy/);
      expect(refusal).not.toContain("k-secret");
    },
  );
});

describe("certificates", () => {
  const files = (): Record<"cert" | "key" | "other" | "encrypted" | "text" | "none", string> => {
    const folder = temporaryFolder();
    const { privateKey: other } = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const { privateKey: encrypted } = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" },
    });
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    return {
      cert: write("cert.pem", certificate),
      key: write("key.pem", privateKey),
      other: write("other.pem", other),
      encrypted: write("encrypted.pem", encrypted),
      text: write("text.pem", "hello"),
      none: join(folder, "none.pem"),
    };
  };

  it("are handed on as text", () => {
    const { cert, key } = files();

    expect(settle({ ca: cert, clientCert: cert, clientKey: key }).options.connection).toEqual({
      ca: certificate,
      cert: certificate,
      key: privateKey,
    });
  });

  it("are found beside the configuration", () => {
    const text = "targets:\n  a: { url: https://a.example/v1, tls: { ca: ca.pem } }\n";

    expect(refusalOf(() => settle({ target: "a" }, { text }))).toMatch(
      /the certificate of an authority \/.*\/ca\.pem cannot be read \(ENOENT\)/,
    );
  });

  it.each<
    readonly [string, Record<string, "cert" | "key" | "other" | "encrypted" | "text" | "none">, RegExp]
  >([
    [
      "that are not there",
      { ca: "none" },
      /^the certificate of an authority .*none\.pem cannot be read \(ENOENT\)$/,
    ],
    ["that are none", { ca: "text" }, /text\.pem holds no certificate in PEM/],
    ["without a key", { clientCert: "cert" }, /cert\.pem needs its private key: give --client-key/],
    ["without a certificate", { clientKey: "key" }, /key\.pem needs its certificate: give --client-cert/],
    ["with a key that is none", { clientCert: "cert", clientKey: "text" }, /text\.pem holds no private key/],
    ["with another's key", { clientCert: "cert", clientKey: "other" }, /other\.pem does not belong to/],
    ["with a passphrase", { clientCert: "cert", clientKey: "encrypted" }, /encrypted\.pem is encrypted/],
  ])("are refused %s", (_what, flags, reason) => {
    const paths = files();
    const given = Object.fromEntries(Object.entries(flags).map(([flag, file]) => [flag, paths[file]]));

    expect(refusalOf(() => settle(given))).toMatch(reason);
  });

  it("are not looked at with --insecure, which is said loudly", () => {
    const { options, warnings } = settle({ insecure: true });

    expect(options.connection).toEqual({ insecure: true });
    expect(warnings.join()).toMatch(/INSECURE.*anyone in between can read the API key/);
  });
});
