import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pedigree, temporaryFolder } from "../cli/pedigree.js";
import { allTested, judgeInRealTime, outcomeOf, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { pem, pemPath } from "../servers/tls-server.js";
import { needPrograms } from "./needed-programs.js";
import { type Nginx, startNginx } from "./nginx.js";
import { startTinyproxy } from "./tinyproxy.js";

needPrograms("nginx", "tinyproxy");

const password = "s3cret-Word";
const ca = ["--ca", pemPath("ca")];
/** That it can be judged is what is tested here, so one requirement will do. */
const conforms = "conforms, 1 of 1 requested requirements tested\n";

/** No proxy of the machine that the tests run on. */
const noProxies = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [
    [name, undefined],
    [name.toLowerCase(), undefined],
  ]),
);

async function startStore(scheme: "http" | "https", server: readonly string[] = []): Promise<Nginx> {
  return startNginx({ store: (await startServer()).baseUrl, scheme, server });
}

/** Runs pedigree against this address; neither the key nor a password may stand in what it writes. */
async function run(target: string, flags: readonly string[], environment: Record<string, string> = {}) {
  const directory = temporaryFolder();
  const args = ["run", "--target", target, "--reports", directory, "--only", "LIST-1", "--quiet", ...flags];
  const ended = await pedigree(args, { directory, environment: { ...noProxies, ...environment } });
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
  expect(files.length).toBeGreaterThan(0);
  expect([ended.stdout, ended.stderr, ...files].filter((text) => /3cret-Word|Gk7-valid/.test(text))).toEqual(
    [],
  );
  return ended;
}

describe("pedigree run on a store behind TLS", () => {
  const wanting = ["ssl_verify_client on;", `ssl_client_certificate ${pemPath("client-ca")};`];
  const showing = (name: "client" | "server"): readonly string[] => [
    ...ca,
    ...["--client-cert", pemPath(name), "--client-key", pemPath(`${name}-key`)],
  ];

  it.each<readonly [string, readonly string[], readonly string[], RegExp | undefined]>([
    ["trusts the authority that --ca names", [], ca, undefined],
    ["trusts anyone with --insecure", [], ["--insecure"], undefined],
    ["shows the certificate of --client-cert and --client-key", wanting, showing("client"), undefined],
    ["cannot judge it without --ca, and names that flag", [], [], /certificate[^\n]*--ca\b/],
    [
      "does not judge it by nginx's refusal where there is no client's certificate, in TLS 1.2",
      [...wanting, "ssl_protocols TLSv1.2;"],
      ca,
      /400/,
    ],
    [
      "does not judge it by nginx's refusal where there is no client's certificate, in TLS 1.3",
      [...wanting, "ssl_protocols TLSv1.3;"],
      ca,
      /400/,
    ],
    ["does not judge it by nginx's refusal of a certificate", wanting, showing("server"), /400/],
  ])("%s", async (_, server, flags, reason) => {
    const nginx = await startStore("https", server);

    const { exitCode, stdout, stderr } = await run(nginx.url, flags);

    expect(exitCode).toBe(reason === undefined ? 0 : 3);
    expect(stdout).toMatch(
      reason === undefined ? conforms : new RegExp(`^inconclusive: [^\\n]*${reason.source}`),
    );
    expect(stdout.trimEnd()).not.toContain("\n");
    expect(/insecure/i.test(stderr)).toBe(flags.includes("--insecure"));
  });
});

describe("pedigree run with a proxy", () => {
  /** This machine by an address that, unlike 127.0.0.1, is reached through a proxy if the environment names one. */
  const elsewhere = ({ url }: Nginx): string => url.replace("127.0.0.1", "127.0.0.2");

  it("goes through the one that HTTPS_PROXY names, with its user and password", async () => {
    const nginx = await startStore("https");
    const proxy = await startTinyproxy(`judge ${password}`);

    const ended = await run(elsewhere(nginx), ca, {
      HTTPS_PROXY: proxy.url.replace("//", `//judge:${password}@`),
    });

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(new Set(proxy.asked())).toEqual(new Set([`CONNECT 127.0.0.2:${nginx.port}`]));
  });

  it("goes through the one that HTTP_PROXY names, with its user and password", async () => {
    const nginx = await startStore("http");
    const proxy = await startTinyproxy(`judge ${password}`);

    const ended = await run(elsewhere(nginx), [], {
      HTTP_PROXY: proxy.url.replace("//", `//judge:${password}@`),
    });

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(proxy.asked()).toContain(`GET ${elsewhere(nginx)}/pets`);
  });

  it.each([
    ["where NO_PROXY names the host", { NO_PROXY: "store.example, 127.0.0.2" }, []],
    ["with --proxy none", {}, ["--proxy", "none"]],
  ])("goes without one %s", async (_when, environment, flags) => {
    const nginx = await startStore("https");
    const proxy = await startTinyproxy();

    const ended = await run(elsewhere(nginx), [...ca, ...flags], { HTTPS_PROXY: proxy.url, ...environment });

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(proxy.asked()).toEqual([]);
  });

  it.each([
    ["http", `judge:wr0ng-3cret-Word@`],
    ["https", `judge:wr0ng-3cret-Word@`],
    ["http", ""],
    ["https", ""],
  ] as const)("says over %s that the proxy is the reason where it refuses %j", async (scheme, login) => {
    const nginx = await startStore(scheme);
    const proxy = await startTinyproxy(`judge ${password}`);

    const ended = await run(nginx.url, [...ca, "--proxy", proxy.url.replace("//", `//${login}`)]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/^inconclusive: [^\n]*proxy[^\n]*\n$/);
    expect(nginx.answered()).toBe(0);
  });

  it.each(["http", "https"] as const)(
    "says over %s that the proxy is the reason where none is there",
    async (scheme) => {
      const nginx = await startStore(scheme);
      const gone = `http://127.0.0.1:${await deadPort()}`;

      const ended = await run(elsewhere(nginx), ca, { HTTP_PROXY: gone, HTTPS_PROXY: gone });

      expect(ended.exitCode).toBe(3);
      expect(ended.stdout).toMatch(/^inconclusive: [^\n]*proxy[^\n]*\n$/);
      expect(nginx.answered()).toBe(0);
    },
  );

  it.each(["http", "https"])(
    "does not judge a store that is down over %s by what the proxy answers",
    async (scheme) => {
      const proxy = await startTinyproxy();

      const ended = await run(`${scheme}://127.0.0.1:${await deadPort()}/v1`, [...ca, "--proxy", proxy.url]);

      expect(ended.exitCode).toBe(3);
      expect(ended.stdout).toMatch(/^inconclusive: [^\n]*proxy[^\n]*\n$/);
    },
  );
});

describe("a store beyond tinyproxy", () => {
  it.each(["http", "https"] as const)("conforms over %s, and the proxy sees what it must", async (scheme) => {
    const nginx = await startStore(scheme);
    const proxy = await startTinyproxy();

    const report = await judgeInRealTime(nginx.url, { connection: { ca: pem("ca"), proxy: proxy.url } });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.conclusion.sentence).toBe(allTested);
    if (scheme === "https") {
      expect(new Set(proxy.asked())).toEqual(new Set([`CONNECT 127.0.0.1:${nginx.port}`]));
    } else {
      expect(proxy.asked().length).toBeGreaterThan(300);
      expect(proxy.asked().filter((line) => !line.includes(` ${nginx.url}/pe`))).toEqual([]);
    }
  });
});
