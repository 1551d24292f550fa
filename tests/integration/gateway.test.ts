import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startBadNetwork } from "../servers/bad-network.js";
import { idsWith, judgeInRealTime, outcomeOf, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { needPrograms } from "./needed-programs.js";
import { startNginx } from "./nginx.js";

needPrograms("nginx");

const undecided = { exitCode: 3, broken: [] };

/** A store behind nginx that is gone from the request of this number on, for so long, in ms. */
async function startVanishing(moment: number, duration: number) {
  const network = await startBadNetwork((await startServer()).baseUrl, {
    onRequest: (number) => {
      if (number === moment) {
        network.kill();
        if (duration < Number.POSITIVE_INFINITY) void sleep(duration).then(network.revive);
      }
      return "through";
    },
  });
  // The way that has troubles counts requests of HTTP/1.1.
  return { network, nginx: await startNginx({ store: network.url, location: ["proxy_http_version 1.1;"] }) };
}

describe("nginx that cannot reach the store", () => {
  it("from the start is no reason to blame the store", async () => {
    const nginx = await startNginx({ store: `http://127.0.0.1:${await deadPort()}/v1` });

    const report = await judgeInRealTime(nginx.url);

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/^inconclusive: [^\n]*502[^\n]*$/);
    expect(nginx.answered()).toBeLessThan(20);
  });

  it.each([40, 300])("from request %i on is not, either, and is said within seconds", async (moment) => {
    const { nginx } = await startVanishing(moment, Number.POSITIVE_INFINITY);

    const report = await judgeInRealTime(nginx.url, { longest: 12_000 });

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/502/);
    expect(nginx.answered(502)).toBeGreaterThan(0);
  });

  it.each([40, 200, 400])("for half a second, from request %i on, fails nothing", async (moment) => {
    const { network, nginx } = await startVanishing(moment, 500);

    const report = await judgeInRealTime(nginx.url);

    expect(idsWith(report, "failed")).toEqual([]);
    expect([0, 3]).toContain(report.conclusion.exitCode);
    expect(network.requests()).toBeGreaterThan(moment + 100);
    expect(nginx.answered(502)).toBeGreaterThan(0);
  });

  it("in time answers 504, and the store is not blamed for what nobody saw", async () => {
    const network = await startBadNetwork((await startServer()).baseUrl, { latency: 60_000 });
    const nginx = await startNginx({ store: network.url, location: ["proxy_read_timeout 100ms;"] });

    const report = await judgeInRealTime(nginx.url);

    expect(outcomeOf(report)).toEqual(undecided);
    expect(report.conclusion.sentence).toMatch(/504/);
  });
});

describe("an address at which nginx has no store", () => {
  it.each(["/", "/v2", "/store/v1"])("such as one that ends in %j is said to be none", async (path) => {
    const nginx = await startNginx({ store: (await startServer()).baseUrl });

    const report = await judgeInRealTime(new URL(path, nginx.url).href.replace(/\/$/, ""));

    expect(report.conclusion.exitCode).toBe(3);
    expect(report.conclusion.sentence).toMatch(/is no Animal Store.*404 text\/html/);
    expect(report.conclusion.sentence).toMatch(/check the address|use --target http:\S+\/v1$/);
  });

  it.each([
    ["since it wants HTTPS there", { scheme: "https" } as const, /400 text\/html.*check the address|HTTPS/],
    [
      "since it redirects to HTTPS",
      { server: ["return 301 https://store.example$request_uri;"] },
      /redirects to https:\/\/store\.example\/v1/,
    ],
  ])("%s is not judged, and HTTPS is spoken of", async (_why, directives, reason) => {
    const nginx = await startNginx({ store: (await startServer()).baseUrl, ...directives });

    const report = await judgeInRealTime(nginx.url.replace("https:", "http:"));

    expect(report.conclusion.exitCode).not.toBe(0);
    expect(report.conclusion.sentence).toMatch(reason);
  });
});
