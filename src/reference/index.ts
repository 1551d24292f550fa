export { conforming } from "./conforming/index.js";
export type * from "./handlers.js";
export type { IncomingRequest, OperationId, RequestBody } from "./incoming-request.js";
export {
  type LaunchOptions,
  launchReferenceProcess,
  type ReferenceProcess,
} from "./launch-reference-process.js";
export { mutants } from "./mutants/index.js";
export type { ReferenceContract } from "./operations.js";
export type { Outcome, Refusal, Success } from "./outcome.js";
export type { Reply, Transmission } from "./reply.js";
export {
  type Patience,
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from "./server.js";
export type { NewPet, Pet, Store } from "./store.js";
export {
  alternatives,
  applyOperators,
  areCompatible,
  type Needs,
  needs,
  variants,
} from "./variants/index.js";
