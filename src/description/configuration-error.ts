/**
 * Something the user gave (a file, a flag, an environment variable) cannot be used.
 * The message is one sentence: what is wrong, where, and what to do. Exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
