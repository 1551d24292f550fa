// Makes the example bundle anew, of the embedded reference server, signed with a key that is thrown away: npm run example.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const examples = at("examples/certificate");
const folder = mkdtempSync(join(tmpdir(), "pedigree-example-"));
const pedigree = (...args) =>
  execFileSync(process.execPath, [at("dist/cli/main.js"), ...args], { cwd: folder, stdio: "inherit" });
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));

try {
  pedigree("keygen", "--out", "example");
  const claims = ["--vendor", "Pedigree", "--product", "Reference server", "--product-version", version];
  pedigree("certify", ...claims, "--challenge", "an example", "--signing-key", "example.pem");
  mkdirSync(examples, { recursive: true });
  copyFileSync(join(folder, "reports", "certificate.tar.gz"), join(examples, "certificate.tar.gz"));
  copyFileSync(join(folder, "example.pub"), join(examples, "example.pub"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
