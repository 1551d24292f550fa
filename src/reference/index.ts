export { conforming, type Handlers } from "./conforming/index.js";
export { alternatives, applyOperators, areCompatible } from "./deviations/compatibility.js";
export { mutants, type Needs, needs, variants } from "./deviations/index.js";
export type { IncomingRequest, OperationId, RequestBody } from "./incoming-request.js";
export type { ReferenceContract } from "./operations.js";
export type { Operator } from "./operators/index.js";
export type { Outcome, Refusal, Success } from "./outcome.js";
export type { Started } from "./process.js";
export type { Reply, Transmission } from "./reply.js";
export {
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from "./server.js";
export type { NewPet, Pet, Store } from "./store.js";
