/**
 * What does not survive being shown and pasted: line breaks, tabs and other control characters, what has no width or
 * turns the direction, blanks that are none, lone surrogates; and `##`, which some CI servers take for a command.
 */
export const altered = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|##/u;

/** A command for a POSIX shell that writes these bytes. In it are printable ASCII characters alone. */
export function renderPrintf(bytes: Uint8Array): string {
  const spelled = Array.from(bytes, (byte, at) => {
    const character = String.fromCharCode(byte);
    if (character === "%") return "%%";
    if (character === "\\") return "\\\\";
    // A quote ends the argument, a dash could begin an option, a doubled # would begin a command of a CI server.
    const isSpecial = character === "'" || character === "#" || (at === 0 && character === "-");
    return isSpecial || byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, "0")}` : character;
  });
  return `printf '${spelled.join("")}'`;
}
