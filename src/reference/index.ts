export type * from "./conduct.js";
export type { IncomingRequest, OperationId, RequestBody } from "./incoming-request.js";
export {
  type LaunchOptions,
  launchReferenceProcess,
  type ReferenceProcess,
} from "./launch-reference-process.js";
export { letterPerfect } from "./letter-perfect/index.js";
export { type Mutant, mountContract, mutants } from "./mutants/index.js";
export type { ReferenceContract } from "./operations.js";
export type { Outcome, Refusal, Success } from "./outcome.js";
export type { NewPet, Pet } from "./pet.js";
export type { Reply, Transmission } from "./reply.js";
export {
  type Patience,
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
} from "./server.js";
export type { Store } from "./store.js";
export { applyDeviations, areCompatible, type Variant, variants } from "./variants/index.js";
