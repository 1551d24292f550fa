import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startBadNetwork } from "../servers/bad-network.js";
import { idsWith, judge, outcomeOf, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { startNginx } from "./nginx.js";

/** By the way that has troubles: it counts requests of HTTP/1.1. */
const counted = ["proxy_http_version 1.1;"];
const undecided = { exitCode: 3, broken: [] };

describe("nginx that cannot reach the store", () => {
  it("from the start is no reason to blame the store", async () => {
    const nginx = await startNginx({ store: `http://127.0.0.1:${await deadPort()}/v1` });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/^inconclusive: [^\n]*502[^\n]*$/);
    expect(nginx.answered()).toBeLessThan(20);
  });

  it.each([40, 300])("from request %i on is not, either, and is said within seconds", async (moment) => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => {
        if (number === moment) network.kill();
        return "through";
      },
    });
    const nginx = await startNginx({ store: network.url, location: counted });

    const report = await judge(nginx.url, { longest: 12_000 });

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/502/);
    expect(nginx.answered(502)).toBeGreaterThan(0);
  });

  it.each([40, 200, 400])("for half a second, from request %i on, fails nothing", async (moment) => {
    const network = await startBadNetwork((await startServer()).url, {
      onRequest: (number) => {
        if (number === moment) {
          network.kill();
          void sleep(500).then(network.revive);
        }
        return "through";
      },
    });
    const nginx = await startNginx({ store: network.url, location: counted });

    const report = await judge(nginx.url);

    expect(idsWith(report, "failed")).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
    expect(network.requests()).toBeGreaterThan(moment + 100);
    expect(nginx.answered(502)).toBeGreaterThan(0);
  });
});

describe("nginx that waits for a store that does not answer", () => {
  it("answers 504, and the store is not blamed for what nobody saw", async () => {
    const network = await startBadNetwork((await startServer()).url, { latency: 60_000 });
    const nginx = await startNginx({ store: network.url, location: ["proxy_read_timeout 100ms;"] });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/504/);
  });
});

describe("an address at which nginx has no store", () => {
  it.each(["/", "/v2", "/store/v1"])("such as one that ends in %j is said to be none", async (path) => {
    const nginx = await startNginx({ store: (await startServer()).url });

    const report = await judge(new URL(path, nginx.url).href.replace(/\/$/, ""));

    expect(report.conclusion.exitCode).toBe(3);
    expect(report.conclusion.sentence).toMatch(/is no Animal Store.*404 text\/html/);
    expect(report.conclusion.sentence).toMatch(/check the address|use --target http:\S+\/v1$/);
  });

  it("since it wants HTTPS there is not judged, and HTTPS is spoken of", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });

    const report = await judge(nginx.url.replace("https:", "http:"));

    expect(report.conclusion.exitCode).not.toBe(0);
    expect(report.conclusion.sentence).toMatch(/400 text\/html.*check the address|HTTPS/);
  });

  it("since it redirects to HTTPS is told with where to", async () => {
    const nginx = await startNginx({
      store: (await startServer()).url,
      server: ["return 301 https://store.example$request_uri;"],
    });

    const report = await judge(nginx.url);

    expect(report.conclusion.exitCode).not.toBe(0);
    expect(report.conclusion.sentence).toMatch(/redirects to https:\/\/store\.example\/v1/);
  });
});
