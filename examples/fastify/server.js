// An honest server for openapi.yaml, with Fastify's own defaults for validation: it converts types, and ignores other members.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import { parse } from "yaml";

const { components, paths } = parse(readFileSync(new URL("openapi.yaml", import.meta.url), "utf8"));
const { NewBook, NewReview, Genre } = components.schemas;
NewBook.properties.genre = Genre;
const { limit } = Object.fromEntries(paths["/books"].get.parameters.map((each) => [each.name, each.schema]));

/** Starts the server on a free port of this machine, unless another is named. */
export async function start({ port = 0, key = "library-key" } = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const books = new Map();
  let last = 0;
  const refuse = (reply, status, message) => reply.code(status).send({ message });

  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    return refuse(reply.header("www-authenticate", "Bearer"), 401, "no such key");
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, error.statusCode ?? 500, error.message));
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, "nothing there"));

  const query = { type: "object", properties: { limit, genre: Genre } };
  app.get("/books", { schema: { querystring: query } }, async ({ query }) =>
    [...books.values()]
      .filter(({ genre }) => query.genre === undefined || genre === query.genre)
      .slice(0, query.limit)
      .map(({ reviews: _, ...book }) => book),
  );
  app.post("/books", { schema: { body: NewBook } }, async ({ body }, reply) => {
    if ([...books.values()].some(({ isbn }) => isbn === body.isbn))
      return refuse(reply, 409, "isbn is taken");
    last += 1;
    const book = { ...body, id: last };
    books.set(last, { ...book, reviews: [] });
    return reply.code(201).header("location", `/books/${last}`).send(book);
  });
  const params = { type: "object", properties: { bookId: { type: "integer" } } };
  const withBook = (handle) => async (request, reply) => {
    const book = books.get(request.params.bookId);
    return book === undefined ? refuse(reply, 404, "no such book") : handle(book, request, reply);
  };
  app.get(
    "/books/:bookId",
    { schema: { params } },
    withBook(({ reviews: _, ...book }) => book),
  );
  app.delete(
    "/books/:bookId",
    { schema: { params } },
    withBook(({ id }, _request, reply) => {
      books.delete(id);
      return reply.code(204).send();
    }),
  );
  app.get(
    "/books/:bookId/reviews",
    { schema: { params } },
    withBook(({ reviews }) => reviews),
  );
  app.post(
    "/books/:bookId/reviews",
    { schema: { params, body: NewReview } },
    withBook(({ reviews }, { body }, reply) => {
      const review = { ...body, id: randomUUID() };
      reviews.push(review);
      return reply.code(201).send(review);
    }),
  );
  const address = await app.listen({ port, host: "127.0.0.1" });
  return { address, close: () => app.close() };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await start({ port: Number(process.env["PORT"] ?? 3000), key: process.env["KEY"] });
  process.stdout.write(`${address}\n`);
}
