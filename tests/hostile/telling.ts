import type { Behaviour } from "./behaviour.js";
import type { Visit } from "./hostile-server.js";
import type { StoreReply } from "./store-behind.js";
import { everywhere, head } from "./wire.js";

type Tell = (visit: Visit) => string;

/** A store that works, and tells a text in the texts of its Errors. */
export function tellInErrors(tell: Tell): Behaviour["response"] {
  return everywhere((socket, reply, visit) => {
    const text = tell(visit);
    const told =
      reply.status < 400
        ? reply
        : changed(reply, (error) => ({ ...error, code: text, message: text, [text]: text }));
    socket.write(withLines(told, []));
  });
}

/**
 * A store that tells a text wherever there is room for one: all of an Error, an animal's members besides its own,
 * in place of an animal that is fetched by an odd id, in header values and as the reason.
 */
export function tellEverywhere(tell: Tell): Behaviour["response"] {
  return everywhere((socket, reply, visit) => {
    const text = tell(visit);
    const value = inHeader(text);
    const lines = ["X-Text", "Set-Cookie", "Content-Location"].map((name) => `${name}: ${value}`);
    socket.write(withLines(text === "" ? reply : told(reply, visit, text), lines, value));
  });
}

function told(reply: StoreReply, { request }: Visit, text: string): StoreReply {
  if (reply.status >= 400)
    return changed(reply, () => ({ code: text, message: text, status: text, [text]: text }));
  if (/\/pets\//.test(request.path)) return { ...reply, body: Buffer.from(text) };
  if (/status=sold/.test(request.path))
    return changed(reply, ({ id }) => ({ id, name: text, categoryId: text, status: text }));
  return changed(reply, (pet) => ({ ...pet, [text]: text }));
}

function changed(reply: StoreReply, change: (value: Record<string, unknown>) => unknown): StoreReply {
  const value = JSON.parse(reply.body.toString()) as Record<string, unknown> | Record<string, unknown>[];
  const other = Array.isArray(value) ? value.map(change) : change(value);
  return { ...reply, body: Buffer.from(JSON.stringify(other)) };
}

function withLines({ status, headers, body }: StoreReply, more: readonly string[], reason = "X"): Buffer {
  const lines = [...headers.map((each) => each.join(": ")), `Content-Length: ${body.length}`, ...more];
  return Buffer.concat([Buffer.from(head(status, lines, reason), "latin1"), body]);
}

/** As bytes of a header or a reason, where control characters would end the line. */
function inHeader(text: string): string {
  return Buffer.from(text.replaceAll(/[\u0000-\u001f\u007f]/g, " ").slice(-4000)).toString("latin1");
}
