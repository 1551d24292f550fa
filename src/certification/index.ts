export { type Conditions, leastCases, planRuns } from "./certification-plan.js";
export { type CertificationOptions, makeBundle, runCertification } from "./certify.js";
export { BundleError, type BundleFiles, readBundle, writeBundle } from "./evidence-bundle.js";
export { type Claims, digestOfBuild, isSuitable, keyIdOf, type Statement } from "./statement.js";
export { type Verification, type VerificationOptions, verifyBundle } from "./verify.js";
