import { describe, expect, it } from "vitest";
import { type Ended, pedigree, temporaryFolder } from "../cli/pedigree.js";
import { key, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { paths } from "./certificates.js";
import { type Nginx, startNginx } from "./nginx.js";
import { startTinyproxy } from "./tinyproxy.js";

const { ca, client } = paths;
/** That it can be judged is what is tested here, so one requirement will do. */
const conforms = "conforms, 1 of 1 requested requirements tested\n";
const startSecureNginx = async (server: readonly string[] = []): Promise<Nginx> =>
  startNginx({ store: (await startServer()).url, scheme: "https", server });

/** No proxy of the machine that the tests run on. */
const noProxies = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [
    [name, undefined],
    [name.toLowerCase(), undefined],
  ]),
);

function run(
  target: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const reports = temporaryFolder();
  return pedigree(
    ["run", "--target", target, "--reports", reports, "--only", "LIST-1", "--quiet", ...flags],
    {
      directory: reports,
      environment: { ...noProxies, ...environment },
    },
  );
}

/** This machine by an address that, unlike 127.0.0.1, is reached through a proxy if the environment names one. */
const elsewhere = ({ url }: Nginx): string => url.replace("127.0.0.1", "127.0.0.2");

describe("pedigree run on a store behind TLS", () => {
  it("trusts the authority that --ca names", async () => {
    const { url } = await startSecureNginx();

    expect(await run(url, ["--ca", ca])).toMatchObject({
      exitCode: 0,
      stdout: conforms,
      stderr: "",
    });
  });

  it("ends with 3 without it, in one sentence that names the flag", async () => {
    const nginx = await startSecureNginx();

    const ended = await run(nginx.url, []);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/^inconclusive: [^\n]*certificate[^\n]*--ca\b[^\n]*\n$/);
    expect(nginx.answered()).toBe(0);
  });

  it("trusts anyone with --insecure, and warns of that", async () => {
    const { url } = await startSecureNginx();

    const ended = await run(url, ["--insecure"]);

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(ended.stderr).toMatch(/insecure/i);
  });

  it("shows the certificate of --client-cert and --client-key", async () => {
    const { url } = await startSecureNginx(["ssl_verify_client on;", `ssl_client_certificate ${client.ca};`]);

    const ended = await run(url, ["--ca", ca, "--client-cert", client.cert, "--client-key", client.key]);

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
  });
});

describe("pedigree run with a proxy", () => {
  it("goes through the one that HTTPS_PROXY names, with its user and password", async () => {
    const nginx = await startSecureNginx();
    const proxy = await startTinyproxy("judge s3cret-Word");
    const named = { HTTPS_PROXY: proxy.url.replace("//", "//judge:s3cret-Word@") };

    const ended = await run(elsewhere(nginx), ["--ca", ca], named);

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(new Set(proxy.asked())).toEqual(new Set([`CONNECT 127.0.0.2:${nginx.port}`]));
  });

  it("goes through the one that HTTP_PROXY names", async () => {
    const nginx = await startNginx({ store: (await startServer()).url });
    const proxy = await startTinyproxy();

    const ended = await run(elsewhere(nginx), [], { HTTP_PROXY: proxy.url });

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(proxy.asked()).toContain(`GET ${elsewhere(nginx)}/pets`);
  });

  it.each([
    ["where NO_PROXY names the host", { NO_PROXY: "store.example, 127.0.0.2" }, []],
    ["with --proxy none", {}, ["--proxy", "none"]],
  ])("goes without one %s", async (_when, environment, flags) => {
    const nginx = await startSecureNginx();
    const proxy = await startTinyproxy();

    const ended = await run(elsewhere(nginx), ["--ca", ca, ...flags], {
      HTTPS_PROXY: proxy.url,
      ...environment,
    });

    expect(ended).toMatchObject({ exitCode: 0, stdout: conforms });
    expect(proxy.asked()).toEqual([]);
  });

  it("ends with 3 and one sentence about the proxy where its password is wrong", async () => {
    const nginx = await startSecureNginx();
    const proxy = await startTinyproxy("judge s3cret-Word");

    const ended = await run(nginx.url, [
      ...["--ca", ca, "--proxy", proxy.url.replace("//", "//judge:wr0ng-Word@")],
    ]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/^inconclusive: [^\n]*proxy[^\n]*\n$/);
    expect(ended.stdout + ended.stderr).not.toMatch(new RegExp(`wr0ng-Word|${key}`));
    expect(nginx.answered()).toBe(0);
  });

  it("ends with 3 and one sentence about the proxy where none is there", async () => {
    const nginx = await startSecureNginx();
    const named = { HTTPS_PROXY: `http://127.0.0.1:${await deadPort()}` };

    const ended = await run(elsewhere(nginx), ["--ca", ca], named);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/^inconclusive: [^\n]*proxy[^\n]*\n$/);
    expect(nginx.answered()).toBe(0);
  });
});
