import { describe, expect, it } from "vitest";
import { startForwardProxy } from "../servers/forward-proxy.js";
import { allTested, judge, key, outcomeOf, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { paths, pem } from "./certificates.js";
import { startNginx } from "./nginx.js";
import { startTinyproxy } from "./tinyproxy.js";

const fine = { exitCode: 0, broken: [] };
const undecided = { exitCode: 3, broken: [] };
const ca = pem(paths.ca);

describe("a store beyond tinyproxy", () => {
  it("conforms over HTTP, and every request goes through the proxy with its whole address", async () => {
    const { url } = await startServer();
    const proxy = await startTinyproxy();

    const report = await judge(url, { connection: { proxy: proxy.url } });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
    expect(proxy.asked().length).toBeGreaterThan(300);
    expect(proxy.asked().filter((line) => !line.includes(` ${url}/pe`))).toEqual([]);
  });

  it("conforms over HTTPS, and the proxy is asked for nothing but tunnels", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });
    const proxy = await startTinyproxy();

    const report = await judge(nginx.url, { connection: { ca, proxy: proxy.url } });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
    expect(new Set(proxy.asked())).toEqual(new Set([`CONNECT 127.0.0.1:${nginx.port}`]));
  });

  it.each(["http", "https"] as const)(
    "conforms over %s with the proxy's user and password",
    async (scheme) => {
      const nginx = await startNginx({ store: (await startServer()).url, scheme });
      const proxy = await startTinyproxy("judge s3cret-Word");

      const report = await judge(nginx.url, {
        connection: { ca, proxy: proxy.url.replace("//", "//judge:s3cret-Word@") },
      });

      expect(outcomeOf(report)).toEqual(fine);
      expect(proxy.asked().length).toBeGreaterThan(0);
    },
  );

  it.each([
    ["http", "//judge:wr0ng-Word@"],
    ["https", "//judge:wr0ng-Word@"],
    ["http", "//"],
    ["https", "//"],
  ] as const)(
    "cannot be judged over %s with %s, and the proxy is named as the reason",
    async (scheme, login) => {
      const nginx = await startNginx({ store: (await startServer()).url, scheme });
      const proxy = await startTinyproxy("judge s3cret-Word");

      const report = await judge(nginx.url, { connection: { ca, proxy: proxy.url.replace("//", login) } });

      expect(outcomeOf(report)).toEqual(undecided);
      expect(report.conclusion.sentence).toMatch(/proxy/);
      expect(report.conclusion.sentence).not.toContain("wr0ng-Word");
      expect(nginx.answered()).toBe(0);
    },
  );

  it.each(["http", "https"])(
    "that is down is not judged over %s by what the proxy answers",
    async (scheme) => {
      const proxy = await startTinyproxy();

      const report = await judge(`${scheme}://127.0.0.1:${await deadPort()}/v1`, {
        connection: { ca, proxy: proxy.url },
      });

      expect(outcomeOf(report)).toEqual(undecided);
      expect(report.conclusion.sentence).toMatch(/proxy/);
    },
  );
});

describe("a store beyond a proxy that is down", () => {
  it.each(["http", "https"] as const)("cannot be judged over %s, and the proxy is named", async (scheme) => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme });
    const proxy = `http://127.0.0.1:${await deadPort()}`;

    const report = await judge(nginx.url, { connection: { ca, proxy } });

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/proxy/);
    expect(nginx.answered()).toBe(0);
  });
});

describe("the API key", () => {
  it("is nowhere in what a proxy is asked on the way to HTTPS", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });
    const proxy = await startForwardProxy();
    const address = `https://store.example:${nginx.port}/v1`;
    const withLogin = proxy.url.replace("//", "//judge:s3cret-Word@");

    const report = await judge(address, { connection: { ca, proxy: withLogin } });

    expect(outcomeOf(report)).toEqual(fine);
    expect(proxy.received.length).toBeGreaterThan(0);
    expect(proxy.received.filter(({ line }) => line !== `CONNECT store.example:${nginx.port}`)).toEqual([]);
    expect(proxy.received.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    expect(JSON.stringify(proxy.received)).not.toContain(key);
    expect(JSON.stringify(report)).not.toContain("s3cret-Word");
  });
});
