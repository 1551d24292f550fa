import { ConfigurationError } from "./configuration-error.js";
import type { Requirement } from "./requirement.js";

/** Finds the requirement that a check verifies. */
export type Attribute = (check: string) => string;

/** Does one check id name the other's check, or a part of it? Ids are paths: `list/query` holds `list/query/limit`. */
function holdsCheck(prefix: string, id: string): boolean {
  return id === prefix || id.startsWith(`${prefix}/`);
}

/** Has the check anything to do with the requirement: is it named in `verifiedBy`, or a part of it, or the whole? */
export function concerns({ verifiedBy }: Requirement, check: string): boolean {
  return verifiedBy.some((pattern) => holdsCheck(pattern, check) || holdsCheck(check, pattern));
}

/**
 * The one place that says which requirement a finding breaks: the one whose `verifiedBy` names the check most exactly.
 * @throws ConfigurationError for a check that no requirement names
 */
export function createAttribution(requirements: readonly Requirement[]): Attribute {
  const owners = new Map(
    requirements.flatMap(({ id, verifiedBy }) => verifiedBy.map((check) => [check, id])),
  );
  return (check) => {
    for (let path = check; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf("/")))) {
      const owner = owners.get(path);
      if (owner !== undefined) return owner;
    }
    throw new ConfigurationError(`requirements.yaml: verifiedBy: no requirement is verified by ${check}`);
  };
}
