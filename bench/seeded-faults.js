// Something in front of an honest example server that counts the requests and, if told to, breaks one promise.
import { createServer, request as send } from "node:http";
import { text } from "node:stream/consumers";

/** Whether a request is one of those; `*` stands for a part of the path. */
function isAbout({ method, path }, wanted) {
  const [verb, pattern] = wanted.split(" ");
  return method === verb && new RegExp(`^${pattern.replaceAll("*", "[^/?]+")}(\\?|$)`).test(path);
}
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
/** Changes the members of a body, if it has such. */
function changeMembers(passing, change) {
  const members = parsed(passing.body);
  if (typeof members === "object" && members !== null && !Array.isArray(members))
    passing.body = JSON.stringify(change(members));
}
const isSuccess = ({ status }) => status >= 200 && status < 300;
/** Changes the members of what is read of one item. */
const onRead = (change) => ({
  response: (passing, example) => {
    if (isAbout(passing, example.read) && isSuccess(passing))
      changeMembers(passing, (members) => change(members, example));
  },
});

/** What is changed in requests, and in responses. `example` says where: see side-by-side.js. */
export const faults = {
  "a required member is missing from what is read": onRead((members, { name }) => {
    const { [name]: _, ...others } = members;
    return others;
  }),
  "what was created differs when it is read": onRead((members, { name }) => {
    const before = `${members[name]}`;
    return { ...members, [name]: `${before.slice(0, -1)}${before.endsWith("X") ? "Y" : "X"}` };
  }),
  "a required member may be missing": {
    request: (passing, { create, filler }) => {
      if (isAbout(passing, create)) changeMembers(passing, (members) => ({ ...filler, ...members }));
    },
  },
  "a maximum is not looked at": {
    request: (passing, { bounded: [where, member, maximum] }) => {
      if (!isAbout(passing, where)) return;
      changeMembers(passing, (members) => {
        if (!(members[member] > maximum)) return members;
        passing.above = members[member];
        return { ...members, [member]: maximum };
      });
    },
    response: (passing, { bounded: [, member] }) => {
      if (passing.above !== undefined && isSuccess(passing))
        changeMembers(passing, (members) => ({ ...members, [member]: passing.above }));
    },
  },
  "500 for a creation without a body": {
    request: (passing, { create }) => {
      if (isAbout(passing, create) && passing.body === "")
        Object.assign(passing, { status: 500, body: "crashed", headers: { "content-type": "text/plain" } });
    },
  },
  "lists need no credential": {
    request: (passing, { list, credential }) => {
      if (!isAbout(passing, list)) return;
      passing.headers = { ...passing.headers, ...credential };
    },
  },
  "200 for 201": {
    response: (passing, { create }) => {
      if (isAbout(passing, create) && passing.status === 201) passing.status = 200;
    },
  },
  "what is deleted is still served": {
    request: (passing, { remove }) => {
      passing.isRemoval = isAbout(passing, remove);
      if (passing.isRemoval) passing.method = "GET";
    },
    response: (passing, { removed }) => {
      if (passing.isRemoval && isSuccess(passing)) Object.assign(passing, removed(passing));
    },
  },
};

function forward(address, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const { "content-length": _, "transfer-encoding": __, ...others } = headers;
    const sent = body === "" ? others : { ...others, "content-length": Buffer.byteLength(body) };
    // Some send what is no path.
    const outgoing = send(address, { method, path, headers: sent }, async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
    );
    outgoing.on("error", reject).end(body);
  });
}

/** Starts it in front of an honest server. */
export async function startFront(address, example, { request, response } = {}) {
  let requests = 0;
  const front = createServer(async (incoming, outgoing) => {
    requests += 1;
    const { method, url: path, headers } = incoming;
    const passing = { method, path, headers, body: await text(incoming), status: 0 };
    request?.(passing, example);
    if (passing.status === 0) {
      Object.assign(passing, await forward(address, passing));
      response?.(passing, example);
    }
    const { "transfer-encoding": _, "content-length": length, ...kept } = passing.headers;
    const isBare = passing.status === 204 || method === "HEAD";
    const own = isBare
      ? method === "HEAD" && length
        ? { "content-length": length }
        : {}
      : { "content-length": Buffer.byteLength(passing.body) };
    outgoing.writeHead(passing.status, { ...kept, ...own }).end(isBare ? "" : passing.body);
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  const close = () => {
    front.closeAllConnections();
    front.close();
  };
  return { address: `http://127.0.0.1:${front.address().port}`, requests: () => requests, close };
}
