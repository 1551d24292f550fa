import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { BundleFiles, Statement } from "../../src/certification/index.js";
import * as op from "../../src/server/operators/index.js";
import { key } from "../servers/judging.js";
import { bundleOf, certifyServer, outcomeOf, vendorKeys } from "./evidence.js";

describe("the bundle of a server that conforms", () => {
  it("holds no form of the API key where the server answers with it", async () => {
    const forms = [key, Buffer.from(key).toString("base64"), encodeURIComponent(key)];
    const operator = op.inTurn(
      op.changeErrors(op.always, (error) => ({ ...error, message: `wrong key: ${forms.join(" ")}` })),
      op.changeHeaders(op.always, { "x-key": key, "x-coded": forms[1] ?? "" }),
    );
    const echoing = await bundleOf(await certifyServer({ operator }));
    expect(await outcomeOf(echoing, vendorKeys.publicKey)).toBe("verified");
    const transcript = gunzipSync(echoing.get("transcript.ndjson.gz") ?? "").toString("utf8");
    expect(transcript).toContain("wrong key: [the API key]");
    for (const text of [transcript, ...[...echoing.values()].map((each) => each.toString("latin1"))])
      for (const form of forms) expect(text).not.toContain(form);
  });

  it("agrees in cases, verdicts and observations with another one on a fresh store", async () => {
    const files = await bundleOf(await certifyServer());
    const again = await bundleOf(await certifyServer());
    const requestsOf = (bundle: BundleFiles): readonly string[] =>
      gunzipSync(bundle.get("transcript.ndjson.gz") ?? "")
        .toString("utf8")
        .split("\n")
        .map(
          (line) =>
            (line === "" ? {} : JSON.parse(line)) as { request?: { label: string; operation: string } },
        )
        .map(({ request }) => `${request?.operation} ${request?.label}`)
        .toSorted();
    const sayings = (bundle: BundleFiles) => {
      const envelope = JSON.parse(bundle.get("statement.dsse.json")?.toString() ?? "") as { payload: string };
      const statement = JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8")) as Statement;
      const { verdicts, observations } = statement.predicate.pedigree;
      return { verdicts, observations };
    };
    expect(requestsOf(again)).toEqual(requestsOf(files));
    expect(sayings(again)).toEqual(sayings(files));
  });
});
