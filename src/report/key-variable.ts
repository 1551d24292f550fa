import type { Report } from "../run/index.js";

/** How command lines name the key where nothing else is known. */
const usual = /\$PEDIGREE_API_KEY\b/g;

/** The report with command lines that take the key from the environment variable that it really came from. */
export function nameKeyVariable(report: Report, variable: string | undefined): Report {
  // What is no name for a shell stays as it is.
  if (variable === undefined || !/^[A-Za-z_]\w*$/.test(variable)) return report;
  const findings = report.findings.map((finding) => ({
    ...finding,
    exchanges: finding.exchanges.map((exchange) => ({
      ...exchange,
      curl: exchange.curl.replaceAll(usual, `$$${variable}`),
    })),
  }));
  return { ...report, findings };
}
