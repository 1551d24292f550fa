export type { Described } from "./call.js";
export type { Deviation } from "./handlers.js";
export { type DescribedMutant, deriveMutants, spreadMutants } from "./operators/index.js";
export { type DescribedServerOptions, startDescribedServer } from "./server.js";
export { type DescribedVariant, deriveVariants } from "./variants.js";
