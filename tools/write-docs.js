// Writes the pages of docs/ that the program's own tables make: npm run docs.
import { readFileSync, writeFileSync } from "node:fs";
import { buildProgram } from "../dist/cli/program.js";
import { invariants, properties } from "../dist/properties/index.js";
import { renderCliPage, renderConfigurationPage, renderRequirementsPage } from "./reference-pages.js";

const at = (path) => new URL(`../${path}`, import.meta.url);
const schema = JSON.parse(readFileSync(at("spec/config.schema.json"), "utf8"));

writeFileSync(at("docs/cli.md"), renderCliPage(buildProgram()));
writeFileSync(at("docs/requirements.md"), renderRequirementsPage([...properties, ...invariants]));
writeFileSync(at("docs/configuration.md"), renderConfigurationPage(schema));
