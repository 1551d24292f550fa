import { describe, expect, it } from "vitest";
import { allTested, judge, outcomeOf, startServer } from "../servers/judging.js";
import { paths, pem } from "./certificates.js";
import { startNginx } from "./nginx.js";

const fine = { exitCode: 0, broken: [] };

describe("a store behind TLS, whose certificate an authority of its own has signed", () => {
  it.each(["127.0.0.1", "localhost"])("conforms at %s where the authority is named", async (host) => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });

    const report = await judge(`https://${host}:${nginx.port}/v1`, { connection: { ca: pem(paths.ca) } });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
  });

  it("cannot be judged where it is not named, and the reason names the flag for it", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual({ exitCode: 3, broken: [] });
    expect(report.conclusion.sentence).toMatch(/certificate.*--ca\b/);
    expect(nginx.answered()).toBe(0);
  });

  it("conforms without it where any certificate will do", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https" });

    const report = await judge(nginx.url, { connection: { insecure: true } });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
  });
});

describe("a store behind TLS that wants the client's certificate", () => {
  const wanting = ["ssl_verify_client on;", `ssl_client_certificate ${paths.client.ca};`];

  it("conforms where the client has one", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https", server: wanting });
    const { cert, key } = paths.client;

    const report = await judge(nginx.url, {
      connection: { ca: pem(paths.ca), cert: pem(cert), key: pem(key) },
    });

    expect(outcomeOf(report)).toEqual(fine);
    expect(report.conclusion.sentence).toBe(allTested);
  });

  it.each(["TLSv1.2", "TLSv1.3"])(
    "is not judged by nginx's refusal where there is none, in %s",
    async (version) => {
      const nginx = await startNginx({
        store: (await startServer()).url,
        scheme: "https",
        server: [...wanting, `ssl_protocols ${version};`],
      });

      const report = await judge(nginx.url, { connection: { ca: pem(paths.ca) } });

      expect(outcomeOf(report)).toEqual({ exitCode: 3, broken: [] });
      expect(report.conclusion.sentence).toMatch(/400/);
    },
  );

  it("is not judged by nginx's refusal of a certificate of another authority", async () => {
    const nginx = await startNginx({ store: (await startServer()).url, scheme: "https", server: wanting });

    const connection = { ca: pem(paths.ca), cert: pem(paths.cert), key: pem(paths.key) };
    const report = await judge(nginx.url, { connection });

    expect(outcomeOf(report)).toEqual({ exitCode: 3, broken: [] });
    expect(report.conclusion.sentence).toMatch(/400/);
  });
});
