// Writes the JSON Schemas of our own files into spec/, from the zod schemas that check them: npm run schemas.
import { writeFileSync } from "node:fs";
import { factsSchema } from "../dist/description/stated-facts.js";
import { loadContract } from "../dist/library/index.js";
import { jsonSchemas } from "../dist/report/json-schemas.js";
import { renderJsonSchema } from "../dist/settings/configuration/configuration-schema.js";

const write = (name, text) => writeFileSync(new URL(`../spec/${name}`, import.meta.url), text);

for (const [name, schema] of Object.entries(jsonSchemas)) write(name, JSON.stringify(schema));
write("facts.schema.json", JSON.stringify(factsSchema));
write("config.schema.json", renderJsonSchema(loadContract()));
