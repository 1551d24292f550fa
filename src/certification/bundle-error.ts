/** A bundle is not what it should be, in a sentence that goes on after its name. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}
