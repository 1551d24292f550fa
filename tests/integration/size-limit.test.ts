import { describe, expect, it } from "vitest";
import { judge, outcomeOf, startServer } from "../servers/judging.js";
import { startNginx } from "./nginx.js";

describe("nginx that takes bodies of 1 kB at most", () => {
  it("answers 413 itself to longer ones, which fails nothing", async () => {
    const store = (await startServer()).url;
    const nginx = await startNginx({ store, server: ["client_max_body_size 1k;"] });

    const report = await judge(nginx.url);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(nginx.answered(413)).toBeGreaterThan(0);
  });
});
