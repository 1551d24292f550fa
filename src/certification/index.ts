export { digestOfBuild } from "./build.js";
export { readBundle, writeBundle } from "./bundle.js";
export { BundleError } from "./bundle-error.js";
export { type BundleFiles, bundleName } from "./bundle-files.js";
export { type BundleOptions, type CertificationOptions, makeBundle, runCertification } from "./certify.js";
export { isSuitable, keyIdOf } from "./envelope.js";
export { type Conditions, leastCases, planRuns } from "./plan.js";
export type { Claims, Statement } from "./statement.js";
export { type Verification, type VerificationOptions, verifyBundle } from "./verify.js";
