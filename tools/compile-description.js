// Stores the shipped description and catalogue as they are once checked, and the lexicon, so that no command reads them
// again, and the validators of OpenAPI's own schema, so that none compiles them.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileOpenApi, compileShippedFiles } from "../dist/description/contract.js";

const lexicon = fileURLToPath(new URL("../src/model/lexicon.yaml", import.meta.url));
const file = new URL("../dist/compiled.json", import.meta.url);
writeFileSync(file, JSON.stringify(compileShippedFiles([lexicon])));
writeFileSync(new URL("../dist/openapi.cjs", import.meta.url), compileOpenApi());
