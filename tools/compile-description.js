// Stores the shipped description and catalogue as they are once checked, so that no command checks them again.
import { writeFileSync } from "node:fs";
import { compileShippedFiles } from "../dist/description/contract.js";

const file = new URL("../dist/compiled.json", import.meta.url);
writeFileSync(file, JSON.stringify(compileShippedFiles()));
