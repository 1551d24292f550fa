/** Can it be the name of a header or a cookie? Source: RFC 9110, section 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

/** Returns the fault in the name of an API key in a header or a cookie, and what to do; undefined if there is none. */
export function faultOfName(name: string, where: string): string | undefined {
  if (isHeaderName(name)) return undefined;
  const fault = `"${name}" is no name of a ${where}: no such credential is sent`;
  const [header = "", prefix = "", ...others] = name.split(/[:\s]+/).filter((part) => part !== "");
  if (where !== "header" || others.length > 0 || ![header, prefix].every(isHeaderName))
    return `${fault}; give it another name with --overlay`;
  return `${fault}; name it ${header} with --overlay, and set prefix: ${prefix} under api: in the configuration`;
}
