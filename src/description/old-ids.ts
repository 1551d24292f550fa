/** A check or a derived requirement that was renamed. */
interface RenamedId {
  /** The id that it had: `{operation}: stated values` for the requirement of any operation, `{operation}/stated` for its check. */
  readonly old: string;
  readonly id: string;
}

/**
 * The ids that were renamed since the version before, and for this version only: users have them in waivers, in `--only`
 * and in the reports of earlier nights. A catalogue's requirements are not among them: their ids are frozen.
 */
export const renamedIds: readonly RenamedId[] = [];

/** Told of each old id that is read, with the id that it has now. */
export type OldIdListener = (old: string, id: string) => void;

/** The id that an id of this version or the one before has now; an unknown one stays. */
export function currentId(id: string): string {
  for (const renamed of renamedIds) {
    const operation = operationIn(id, renamed.old);
    const [old, current] = [renamed.old, renamed.id].map((each) =>
      each.replace("{operation}", () => operation),
    );
    // Users may write ids in capital or small letters; below a check there may be others.
    if (`${id}/`.toLowerCase().startsWith(`${old}/`.toLowerCase()))
      return `${current}${id.slice(old?.length)}`;
  }
  return id;
}

/** The operation of an id, if it is of the kind that has one. */
function operationIn(id: string, kind: string): string {
  const isCheck = kind.startsWith("{operation}/");
  return id.slice(0, Math.max(0, isCheck ? id.indexOf("/") : id.lastIndexOf(": ")));
}
