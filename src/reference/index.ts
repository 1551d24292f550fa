export { conforming, type Handlers } from "./conforming/index.js";
export {
  type Described,
  type DescribedMutant,
  type DescribedServerOptions,
  type DescribedVariant,
  type Deviation,
  deriveMutants,
  deriveVariants,
  spreadMutants,
  startDescribedServer,
} from "./described/index.js";
export { alternatives, applyOperators, areCompatible } from "./deviations/compatibility.js";
export { mutants, needs, variants } from "./deviations/index.js";
export type { IncomingRequest } from "./incoming-request.js";
export type { ReferenceContract } from "./operations.js";
export type { Operator } from "./operators/index.js";
export type { Started } from "./process.js";
export type { Outcome, Reply } from "./reply.js";
export { type ReferenceServer, type ReferenceServerOptions, startReferenceServer } from "./server.js";
export type { Pet } from "./store.js";
