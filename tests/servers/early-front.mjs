import { createServer, request as forward } from "node:http";

// Runs in a process of its own: only so does it answer, and close, while its client is still writing.
const [, , backend, key, end] = process.argv;
const error = JSON.stringify({ code: "unauthorized", message: "the key is missing or wrong", status: 401 });
const headers = { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" };

/** Looks at the key before the body, as a middleware does; the rest is the store's business. */
const server = createServer((request, response) => {
  const [, given] = /^bearer (.*)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (given !== key) {
    response.writeHead(401, { ...headers, "Content-Length": error.length });
    response.end(error, () => {
      if (end === "destroys it") request.socket.destroy();
      if (end === "resets it") request.socket.resetAndDestroy();
    });
    return;
  }
  const { port } = new URL(backend);
  const options = { host: "127.0.0.1", port, path: request.url, method: request.method };
  const onward = forward({ ...options, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
