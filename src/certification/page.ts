import { bundleName, statementFile } from "./bundle-files.js";
import { type Claims, transcriptFile } from "./statement.js";

/** The page of a bundle, in Markdown: what it is, and what to do with it. */
export function renderPage({ vendor, product, challenge, startedAt }: Claims): string {
  const inLine = (text: string): string => text.replaceAll(/[\p{Cc}`*_[\]<>|\\]/gu, " ");
  return `# ${inLine(product.name)} ${inLine(product.version)} of ${inLine(vendor)}

This folder is the evidence that the server conformed to its interface on ${startedAt.slice(0, 10)}. It is the answer to the
challenge "${inLine(challenge.text)}".

Judge it again, without a network, with the pedigree that your office has:

    pedigree verify ${bundleName}.tar.gz --public-key vendor.pub

Ask the vendor for the public key on another way than this folder. Without the key, pedigree says "intact": the verdicts
follow from the transcript, but anyone may have made both.

- \`${statementFile}\`: the statement and its signature (in-toto Statement v1 in a DSSE envelope)
- \`${transcriptFile}\`: every request and its response, the API key left out
- \`run-1.json\` to \`run-4.json\`: the reports of the runs
- \`calibration.json\`: how many broken servers this build of pedigree finds, and how many sound ones it clears

The page docs/certification.md of pedigree names the claims that no transcript can prove.
`;
}
