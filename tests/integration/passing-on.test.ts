import { describe, expect, it } from "vitest";
import { allTested, judge, key, outcomeOf, startServer } from "../servers/judging.js";
import { startNginx } from "./nginx.js";

const fine = { exitCode: 0, broken: [] };
const compressing = ["gzip on;", "gzip_types application/json;", "gzip_min_length 1;"];

describe("a store behind nginx", () => {
  it.each([
    ["as nginx does by default", {}],
    ["over HTTP/1.1, on connections that are kept", keeping()],
    ["with its answers compressed", { http: compressing }],
    [
      "with its answers compressed, those to other proxies, too",
      { http: [...compressing, "gzip_proxied any;"] },
    ],
    ["without keeping connections to clients", { http: ["keepalive_timeout 0;"] }],
    ["without buffering", { location: ["proxy_buffering off;", "proxy_request_buffering off;"] }],
  ])("conforms: %s", async (_how, directives) => {
    const nginx = await startNginx({ store: (await startServer()).url, ...directives });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
    expect(nginx.answered()).toBeGreaterThan(300);
  });

  it("is compressed where it is said to be", async () => {
    const { url } = await startNginx({ store: (await startServer()).url, http: compressing });

    const response = await fetch(`${url}/pets`, {
      headers: { authorization: `Bearer ${key}`, "accept-encoding": "gzip" },
    });

    expect(response.headers.get("content-encoding")).toBe("gzip");
  });
});

describe("a store whose addresses nginx writes in its own way", () => {
  it.each([
    ["decoded and encoded anew", { pass: "http://store/v1/" }],
    ["and slashes stay as they are", { pass: "http://store/v1/", server: ["merge_slashes off;"] }],
    ["by a rule", { location: ["rewrite ^/v1/(.*)$ /v1/$1 break;"] }],
  ])("fails nothing: %s", async (_how, directives) => {
    const nginx = await startNginx({ store: (await startServer()).url, ...directives });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual(fine);
  });
});

function keeping(): { location: readonly string[] } {
  return { location: ["proxy_http_version 1.1;", 'proxy_set_header Connection "";'] };
}
