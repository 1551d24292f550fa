import type { Report, Verdict } from "../../../src/run/index.js";
import type { NightTale } from "./nights.js";

const all = ["GEN", "PET", "STATE", "LIST", "CREATE", "GET", "AUTH", "ERR", "LIM", "VER", "DEP"];
const every = (verdict: Verdict, names = all): Record<string, Verdict> =>
  Object.fromEntries(names.map((name) => [`${name}-*`, verdict]));

/** Sixty nights as a team may have had them, with one of everything. */
export const twoMonths: readonly NightTale[] = Array.from({ length: 60 }, (_, night) => describeNight(night));

function describeNight(night: number): NightTale {
  if (night === 22) {
    return {
      verdicts: every("untested"),
      latency: {},
      run: { duration: 10_400, requests: 4, created: 0 },
    };
  }
  const verdicts: Record<string, Verdict> = { "LIST-10": "not applicable" };
  if (night === 12) Object.assign(verdicts, every("untested", ["CREATE"]), { "STATE-2": "untested" });
  if (night === 59) verdicts["LIST-3"] = "failed";
  if (night >= 52 && night <= 58) verdicts["GET-4"] = "failed";
  if (night >= 30) verdicts["CREATE-12"] = "failed";
  if (night >= 47) verdicts["PET-5"] = "failed";
  if ([3, 19, 38, 44, 50, 53, 57].includes(night)) verdicts["LIST-8"] = "failed";
  if (night === 55) verdicts["GEN-3"] = "failed";
  if ([8, 9, 10, 11].includes(night)) verdicts["ERR-4"] = "failed";
  if (night >= 10 && night <= 40) verdicts["AUTH-8"] = "warned";
  if (night >= 45) verdicts["DEP-5"] = "warned";
  if (night === 37) Object.assign(verdicts, { "LIST-5": "inconclusive", "LIST-8": "inconclusive" });
  return {
    verdicts,
    waived: night >= 34 ? ["CREATE-12"] : [],
    intermittent: ["GEN-3"],
    latency: latencyOf(night),
    run: {
      duration: Math.round(41_000 + 6000 * wave(night, 1) + (night > 40 ? 14_000 : 0)),
      requests: night === 12 ? 402 : 1237 + Math.round(20 * wave(night, 2)),
      created: night === 12 ? 0 : 149 - Math.round(20 * Math.abs(wave(night, 3))),
      readOnly: night === 12,
    },
  };
}

function latencyOf(night: number): Report["statistics"]["latency"] {
  const operation = (base: number, salt: number) => {
    const p50 = base * (1 + 0.18 * wave(night, salt));
    const p95 = p50 * (3.1 + 0.8 * wave(night, salt + 1));
    const p99 = p95 * (1.8 + 0.6 * wave(night, salt + 2)) * (night === 33 ? 4 : 1);
    return { p50: round(p50), p95: round(p95), p99: round(p99), max: round(p99 * 1.3), distribution: [] };
  };
  return {
    listAnimals: operation(night > 40 ? 46 : 21, 5),
    fetchAnimal: operation(8, 9),
    ...(night === 12 ? {} : { addAnimal: operation(17, 13) }),
  };
}

/** From -1 to 1, and the same each time. */
function wave(night: number, salt: number): number {
  return Math.sin(night * 12.9898 + salt * 78.233) * Math.cos(night * 3.7 + salt);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
