// The description of an example server as other tools like it.
import { setTimeout as sleep } from "node:timers/promises";

/** What is meant where there may be a `$ref`. */
const resolve = (document, { $ref, ...own }) =>
  $ref === undefined
    ? own
    : $ref
        .slice(2)
        .split("/")
        .reduce((at, part) => at[part], document);

/** Fills a path, with an item made on the honest server for each parameter. */
async function fillPath(template, createIn) {
  const values = {};
  let [path, collection] = ["", ""];
  for (const part of template.slice(1).split("/")) {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    if (name !== undefined) values[name] = await createIn(path, collection);
    path += `/${values[name] ?? part}`;
    collection += `/${part}`;
  }
  return { path, values };
}

/** The type of the JSON that such a response has, if it has any. */
function jsonType(document, response) {
  const schema = resolve(document, response).content?.["application/json"]?.schema;
  return schema && (resolve(document, schema).type ?? "object");
}

/**
 * Gives each operation examples: a body, and a path that leads to an item of its own. `calls` says the same in brief.
 * `honest` is where items are made, `address` where the tools send to.
 */
export async function prepareDescription(document, example, { honest, address }) {
  let number = 0;
  const bodyOf = ({ operationId }) => {
    number += 1;
    return example.bodies[operationId](number);
  };
  const createIn = async (path, collection) => {
    const headers = { "content-type": "application/json", ...example.credential, ...example.given };
    const body = JSON.stringify(bodyOf(document.paths[collection].post));
    const response = await fetch(honest + path, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`no item in ${path}: ${response.status}`);
    const { id } = JSON.parse((await response.text()) || "{}");
    return id ?? response.headers.get("location").split("/").at(-1);
  };
  const withExamples = (operation, shared, values) => {
    const parameters = [...shared, ...(operation.parameters ?? [])]
      .map((each) => resolve(document, each))
      .map((each) => (each.name in values ? { ...each, example: values[each.name] } : each));
    if (operation.requestBody === undefined) return { ...operation, parameters };
    const { content, ...others } = resolve(document, operation.requestBody);
    const json = { ...content["application/json"], example: bodyOf(operation) };
    return { ...operation, parameters, requestBody: { ...others, content: { "application/json": json } } };
  };

  const paths = {};
  const calls = [];
  for (const [template, { parameters: shared = [], ...methods }] of Object.entries(document.paths)) {
    paths[template] = {};
    for (const [method, operation] of Object.entries(methods)) {
      const { path, values } = await fillPath(template, createIn);
      paths[template][method] = withExamples(operation, shared, { ...example.given, ...values });
      const status = Object.keys(operation.responses).find((each) => each.startsWith("2"));
      if (path === template && example.given === undefined) continue;
      const takes = operation.requestBody !== undefined;
      const gives = jsonType(document, operation.responses[status]);
      const id = operation.operationId;
      calls.push({ id, method: method.toUpperCase(), path, status: Number(status), takes, gives });
    }
  }
  // What is queued is there a little later.
  await sleep(250);
  return { document: { ...document, servers: [{ url: address }], paths }, calls };
}
