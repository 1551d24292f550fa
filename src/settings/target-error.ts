/** The target, or what is needed to reach it, is not there. Exit code 3. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}
