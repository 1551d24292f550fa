import { describe, expect, it } from "vitest";
import {
  allTested,
  binding,
  idsWith,
  judgeInRealTime,
  key,
  outcomeOf,
  startServer,
} from "../servers/judging.js";
import { pem } from "../servers/tls-server.js";
import { needPrograms } from "./needed-programs.js";
import { startNginx } from "./nginx.js";

needPrograms("nginx");

const fine = { exitCode: 0, broken: [] };
const compressing = ["gzip on;", "gzip_types application/json;", "gzip_min_length 1;"];
/** So many requests a second from each client. */
const zone = (rate: number): string => `limit_req_zone $binary_remote_addr zone=all:1m rate=${rate}r/s;`;

describe("a store behind nginx", () => {
  it.each([
    ["as nginx does by default", {}],
    [
      "over HTTP/1.1, on connections that are kept",
      { location: ["proxy_http_version 1.1;", 'proxy_set_header Connection "";'] },
    ],
    ["with its answers compressed", { http: compressing }],
    [
      "with its answers compressed, those to other proxies, too",
      { http: [...compressing, "gzip_proxied any;"] },
    ],
    ["without keeping connections to clients", { http: ["keepalive_timeout 0;"] }],
    ["without buffering", { location: ["proxy_buffering off;", "proxy_request_buffering off;"] }],
    ["making requests wait", { http: [zone(200)], location: ["limit_req zone=all burst=100;"] }],
    ["over TLS", { scheme: "https" } as const],
  ])("conforms, with every requirement tested: %s", async (_how, directives) => {
    const nginx = await startNginx({ store: (await startServer()).baseUrl, ...directives });

    const report = await judgeInRealTime(nginx.url.replace("127.0.0.1", "localhost"), {
      connection: { ca: pem("ca") },
    });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
    expect(nginx.answered()).toBeGreaterThan(300);
  });

  it("is compressed where it is said to be", async () => {
    const { url } = await startNginx({ store: (await startServer()).baseUrl, http: compressing });

    const response = await fetch(`${url}/pets`, {
      headers: { authorization: `Bearer ${key}`, "accept-encoding": "gzip" },
    });

    expect(response.headers.get("content-encoding")).toBe("gzip");
  });

  it.each([
    ["that decodes addresses and encodes them anew", { pass: "http://store/v1/" }, undefined],
    [
      "that does so and leaves slashes as they are",
      { pass: "http://store/v1/", server: ["merge_slashes off;"] },
      undefined,
    ],
    ["that rewrites addresses by a rule", { location: ["rewrite ^/v1/(.*)$ /v1/$1 break;"] }, undefined],
    ["that answers 413 to bodies of more than 1 kB", { server: ["client_max_body_size 1k;"] }, 413],
  ])("fails nothing: %s", async (_how, directives, status) => {
    const nginx = await startNginx({ store: (await startServer()).baseUrl, ...directives });

    const report = await judgeInRealTime(nginx.url);

    expect(outcomeOf(report)).toEqual(fine);
    expect(nginx.answered(status)).toBeGreaterThan(0);
  });

  it("fails nothing where forty requests a second are served, and 429 or the usual 503 is the answer to more", async () => {
    const store = (await startServer()).baseUrl;
    const judgeLimited = async (status: number) => {
      const location = ["limit_req zone=all burst=5 nodelay;", `limit_req_status ${status};`];
      const nginx = await startNginx({ store, http: [zone(40)], location });
      const report = await judgeInRealTime(nginx.url);
      return {
        failed: idsWith(report, "failed"),
        isOver: [0, 3].includes(report.conclusion.exitCode),
        hasTurnedAway: nginx.answered(status) > 10,
        hasPassedMost: idsWith(report, "passed").length > binding / 2,
      };
    };

    // Side by side, since each is mostly waited for.
    const judged = await Promise.all([judgeLimited(429), judgeLimited(503)]);

    const expected = { failed: [], isOver: true, hasTurnedAway: true, hasPassedMost: true };
    expect(judged).toEqual([expected, expected]);
  });
});
