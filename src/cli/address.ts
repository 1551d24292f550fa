import { ConfigurationError } from "../contract/index.js";

/** Is it meant as an address, rather than as the name of a target? */
export function isAddress(text: string): boolean {
  return /[:/]/.test(text);
}

/**
 * A base address, without a trailing slash.
 * @throws ConfigurationError if it is none
 */
export function readBaseUrl(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    throw new ConfigurationError(
      `"${text}" is no address: give one with its scheme, for example http://localhost:8080/v1`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigurationError(`"${text}" is no HTTP address: give one such as http://localhost:8080/v1`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigurationError(
      "the address holds a user name or password: the key comes from PEDIGREE_API_KEY",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new ConfigurationError(`"${text}" has a query or fragment: give the base address only`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
