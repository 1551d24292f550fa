// An honest server for openapi.yaml: Express, with openapi-backend's own defaults for validation. It converts the types of
// parameters, refuses those it does not know, and keeps members that it does not know.
import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import express from "express";
import { OpenAPIBackend } from "openapi-backend";
import { parse } from "yaml";

const definition = parse(readFileSync(new URL("openapi.yaml", import.meta.url), "utf8"));

/** Starts the server on a free port of this machine, unless another is named. */
export async function start({ port = 0, key = "helpdesk-key" } = {}) {
  const projects = new Map();
  let last = 0;
  const refuse = (response, code, message) => response.status(code).json({ error: { code, message } });
  const paged = (items, { limit = 20, offset = 0 }) => ({
    items: items.slice(Number(offset), Number(offset) + Number(limit)),
    total: items.length,
  });
  const withProject =
    (handle) =>
    ({ request }, _, response) => {
      const found = projects.get(Number(request.params.projectId));
      return found === undefined
        ? refuse(response, 404, "no such project")
        : handle(found, request, response);
    };
  const withTicket = (handle) =>
    withProject(({ tickets }, request, response) => {
      const ticket = tickets.get(Number(request.params.ticketId));
      return ticket === undefined
        ? refuse(response, 404, "no such ticket")
        : handle({ ticket, tickets }, request, response);
    });
  /** Keeps a ticket with members that were sent, and those that are the server's own. */
  const keep = (tickets, sent, { id, createdAt }) => {
    const ticket = { status: "open", ...sent, id, createdAt };
    tickets.set(id, ticket);
    return ticket;
  };

  const api = new OpenAPIBackend({
    definition,
    // Otherwise it holds the definition against OpenAPI 3.0.
    quick: true,
    // The schemas of the definition are right, and held against those of JSON Schema for each server anew.
    ajvOpts: { validateSchema: false },
    customizeAjv: (ajv) => addFormats(ajv),
    securityHandlers: { apiKey: ({ request }) => request.headers["x-api-key"] === key },
    handlers: {
      unauthorizedHandler: (_, __, response) => {
        response.set("WWW-Authenticate", "ApiKey");
        return refuse(response, 401, "no such key");
      },
      notFound: (_, __, response) => refuse(response, 404, "nothing there"),
      methodNotAllowed: ({ api, request }, _, response) => {
        const methods = ["get", "put", "post", "patch", "delete"];
        response.set(
          "Allow",
          methods
            .filter((method) => api.matchOperation({ ...request, method }))
            .join(", ")
            .toUpperCase(),
        );
        return refuse(response, 405, "not for this method");
      },
      validationFail: ({ validation }, _, response) => {
        const [{ instancePath, message }] = validation.errors;
        return refuse(response, 400, `${instancePath} ${message}`.trim());
      },
      listProjects: ({ request }, _, response) =>
        response.json(
          paged(
            [...projects.values()].map(({ project }) => project),
            request.query,
          ),
        ),
      createProject: ({ request }, _, response) => {
        if ([...projects.values()].some(({ project }) => project.key === request.requestBody.key))
          return refuse(response, 409, "the key is taken");
        last += 1;
        const project = { ...request.requestBody, id: last };
        projects.set(last, { project, tickets: new Map() });
        return response.status(201).json(project);
      },
      getProject: withProject(({ project }, _, response) => response.json(project)),
      deleteProject: withProject(({ project }, _, response) => {
        projects.delete(project.id);
        return response.status(204).end();
      }),
      listTickets: withProject(({ tickets }, { query }, response) => {
        const isMeant = ({ status }) => query.status === undefined || query.status === status;
        return response.json(paged([...tickets.values()].filter(isMeant), query));
      }),
      createTicket: withProject(({ tickets }, { requestBody }, response) => {
        last += 1;
        const own = { id: last, createdAt: new Date().toISOString() };
        return response.status(201).json(keep(tickets, requestBody, own));
      }),
      getTicket: withTicket(({ ticket }, _, response) => response.json(ticket)),
      replaceTicket: withTicket(({ ticket, tickets }, { requestBody }, response) =>
        response.json(keep(tickets, requestBody, ticket)),
      ),
      changeTicket: withTicket(({ ticket, tickets }, { requestBody }, response) =>
        response.json(keep(tickets, { ...ticket, ...requestBody }, ticket)),
      ),
      deleteTicket: withTicket(({ ticket, tickets }, _, response) => {
        tickets.delete(ticket.id);
        return response.status(204).end();
      }),
    },
  });
  await api.init();

  const app = express();
  app.disable("x-powered-by");
  app.use(express.json());
  app.use((request, response) => {
    const { path, query, headers, body } = request;
    const method = request.method === "HEAD" ? "GET" : request.method;
    return api.handleRequest({ method, path, query, headers, body }, request, response);
  });
  app.use((error, _request, response, _next) => {
    const status = error instanceof URIError ? 400 : (error.status ?? 500);
    refuse(response, status, status < 500 ? error.message : "our fault");
  });
  const server = app.listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await start({ port: Number(process.env["PORT"] ?? 3000), key: process.env["KEY"] });
  process.stdout.write(`${address}\n`);
}
