// The reference server, which ends with exit code 9 once it has answered a number of requests.
//   node ending-server.mjs <port> <key> [requests]
import { Server } from "node:http";
import { loadContract, startReferenceServer } from "../../dist/library/index.js";

const [, , port, key, last = "0"] = process.argv;
const emit = Server.prototype.emit;
let requests = 0;
Server.prototype.emit = function (event, ...given) {
  if (event === "request") {
    requests += 1;
    if (requests === Number(last))
      given[1].once("finish", () => {
        process.stderr.write(`no memory left for ${key}\n`);
        process.exit(9);
      });
  }
  return emit.call(this, event, ...given);
};
await startReferenceServer({ contract: loadContract(), key, port: Number(port) });
