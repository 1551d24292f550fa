/** Headers that change what a request means, or that the suite writes itself. */
const meaningful =
  /^(if-.*|range|prefer|host|origin|x-forwarded-.*|forwarded|x-http-method.*|x-method-override|connection|expect|te|upgrade)$/i;

/** Does a header change what a request means, so that it is never made up? */
export function changesMeaning(name: string): boolean {
  return meaningful.test(name);
}

/** Is it a header of which a description has no say? Source: OpenAPI 3.1, section 4.8.12.1. */
export function isIgnored(name: string): boolean {
  return /^(accept|content-type|authorization)$/i.test(name);
}
