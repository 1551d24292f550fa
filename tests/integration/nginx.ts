import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cli/pedigree.js";
import { pemPath } from "../servers/tls-server.js";
import { startDaemon } from "./daemon.js";

interface Setting {
  /** Base address of the server behind it; for one that is not there, that of a port where nothing listens. */
  readonly store: string;
  /** For `https`, with the certificate of `tls-server.ts`. */
  readonly scheme?: "http" | "https";
  /** Directives besides the usual ones, at each level of its configuration. */
  readonly http?: readonly string[];
  readonly server?: readonly string[];
  readonly location?: readonly string[];
  /** Whereto it passes requests; with a path, it writes theirs anew. */
  readonly pass?: string;
}

/** An nginx of Debian in front of an Animal Store. */
export interface Nginx {
  readonly port: number;
  /** The Animal Store's base address, by way of it, at 127.0.0.1. */
  readonly url: string;
  /** How many requests it has answered; with this status, if one is named. */
  readonly answered: (status?: number) => number;
}

/** Starts one at 127.0.0.1 and 127.0.0.2. It ends with the test. */
export async function startNginx(setting: Setting): Promise<Nginx> {
  const folder = temporaryFolder();
  const { port } = await startDaemon("nginx", (free) => {
    writeFileSync(join(folder, "nginx.conf"), configuration(setting, free));
    return ["-p", folder, "-c", "nginx.conf", "-e", "stderr"];
  });
  return {
    port,
    url: `${setting.scheme ?? "http"}://127.0.0.1:${port}/v1`,
    answered: (status) =>
      readFileSync(join(folder, "access.log"), "utf8")
        .split("\n")
        .filter((line) => line.endsWith(status === undefined ? "" : ` ${status}`) && line !== "").length,
  };
}

/** All that it writes stays in its folder, and it runs as whoever runs the tests. */
function configuration(setting: Setting, port: number): string {
  const { store, scheme = "http", http = [], server = [], location = [], pass = "http://store" } = setting;
  const isRoot = process.getuid?.() === 0;
  const listen = scheme === "https" ? `${port} ssl` : `${port}`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    pid nginx.pid;
    error_log stderr;
    ${isRoot ? "user root;" : ""}
    worker_processes 1;
    events { worker_connections 256; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${name};`).join("\n")}
      log_format short '$request_method $request_uri $status';
      access_log access.log short;
      upstream store { server ${new URL(store).host}; keepalive 8; }
      ${http.join("\n")}
      server {
        listen 127.0.0.1:${listen};
        listen 127.0.0.2:${listen};
        ${scheme === "https" ? `ssl_certificate ${pemPath("server")};` : ""}
        ${scheme === "https" ? `ssl_certificate_key ${pemPath("server-key")};` : ""}
        ${server.join("\n")}
        location /v1/ {
          proxy_pass ${pass};
          ${location.join("\n")}
        }
      }
    }`;
}
