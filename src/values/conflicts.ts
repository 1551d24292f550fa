/**
 * Is something in the way of a request that has nothing to do with its values: an item of that name, the state of one, or its
 * ETag? Source: RFC 9110, section 15.5.10 and 15.5.13; RFC 6585, section 3.
 */
export function isConflict(status: number): boolean {
  return [409, 412, 428].includes(status);
}

/** Why nothing is known where another request met a conflict, too. */
export function describeConflict(answer: string): string {
  return `it was answered twice with ${answer}: that says nothing of what is tried`;
}
