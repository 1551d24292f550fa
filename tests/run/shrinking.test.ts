import { describe, expect, it } from "vitest";
import { fromPlain } from "../../src/json/index.js";
import type { Operator } from "../../src/reference/index.js";
import { findingOf, judgeDeviant } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

describe("a finding that only random cases show is shrunk on the wire", () => {
  it("to the least limit that is not obeyed", async () => {
    const received: Received[] = [];
    const isBroken = (limit: number) => limit >= 30 && limit <= 90 && limit !== 50;
    const server = recordInto(received, () => ({
      pageSize: (limit) => (isBroken(limit) ? limit + 1 : limit),
    }));

    const report = await judgeDeviant(server, { profile: "nightly", seed: 3, only: ["LIST-3"] });

    const limits = received.map(({ query }) => Number(/limit=(\d+)$/.exec(query)?.[1] ?? 0));
    const first = limits.find(isBroken) ?? 0;
    const finding = findingOf(report, "LIST-3");
    expect(finding.check).toBe("list/query/pageSize/obeyed");
    expect(finding.input).toBe(30);
    expect(first).toBeGreaterThan(30);
    expect(finding.confirmation.status).toBe("repeats");
  });

  it("to a shorter name than the first that was refused", async () => {
    const refused: string[] = [];
    const isBroken = (name: string) =>
      /^[A-Za-z ]{9,}$/.test(name) && /[a-z]/.test(name) && !name.includes("e");
    const server: Operator = () => ({
      checkFurther: (body) => {
        const name = String(body["name"]);
        if (isBroken(name)) refused.push(name);
        return isBroken(name) ? "no e in the name" : undefined;
      },
    });

    const report = await judgeDeviant(server, {
      profile: "nightly",
      seed: 5,
      only: ["CREATE-1", "CREATE-4"],
    });

    const [finding] = report.findings;
    const { name } = fromPlain(finding?.input) as { readonly name: string };
    expect(finding?.check).toBe("create/accepted/plain");
    expect(name).toHaveLength(9);
    expect(refused[0]?.length).toBeGreaterThan(9);
  });
});
