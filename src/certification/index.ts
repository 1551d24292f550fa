export { BundleError, type BundleFiles, bundleName, readBundle, writeBundle } from "./bundle.js";
export { type BundleOptions, type CertificationOptions, makeBundle, runCertification } from "./certify.js";
export { type Conditions, leastCases, planRuns } from "./plan.js";
export { type Claims, digestOfBuild, isSuitable, keyIdOf, type Statement } from "./statement.js";
export { type Verification, type VerificationOptions, verifyBundle } from "./verify.js";
