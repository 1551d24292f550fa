// Makes the example bundle anew, of the embedded reference server, signed with a key that is thrown away.
// `--calibration FILE` takes one of this build that is there already.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const examples = fileURLToPath(new URL("../examples/certificate/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pedigree-example-"));
const pedigree = (...args) =>
  execFileSync(process.execPath, [main, ...args], { cwd: folder, stdio: "inherit" });
const [flag, calibration] = process.argv.slice(2);

try {
  pedigree("keygen", "--out", "example");
  const known = flag === undefined ? [] : [flag, resolve(calibration)];
  const claims = ["--vendor", "Pedigree", "--product", "Reference server", "--product-version", "0.1.0"];
  pedigree("certify", ...claims, "--challenge", "an example", "--signing-key", "example.pem", ...known);
  mkdirSync(examples, { recursive: true });
  copyFileSync(join(folder, "reports", "certificate.tar.gz"), join(examples, "certificate.tar.gz"));
  copyFileSync(join(folder, "example.pub"), join(examples, "example.pub"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
