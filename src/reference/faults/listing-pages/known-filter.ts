/** Is this a filter that the document knows, or none? */
export function isKnown(status: string | undefined): boolean {
  return status === undefined || ["available", "pending", "sold"].includes(status);
}
