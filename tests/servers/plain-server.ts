import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts an HTTP server that is no Animal Store, on a free port; returns its base address. It ends with the test. */
export function startPlainServer(listener: RequestListener): Promise<string> {
  return startServerOf((request, response) => {
    request.resume();
    listener(request, response);
  });
}

/** The same, where the listener reads the body. */
export async function startServerOf(listener: RequestListener): Promise<string> {
  return `${await startOrigin(listener)}/v1`;
}

/** Starts an HTTP server on a free port; returns its origin. It ends with the test. */
export async function startOrigin(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers everything with the same page. */
export function page(status: number, html: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(html);
  };
}

/** A port at which nothing listens: none of those that the system gives to the servers of other tests meanwhile. */
export async function deadPort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return isFree ? port : deadPort();
}
