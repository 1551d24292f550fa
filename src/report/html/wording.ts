/** A number of things, in words. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${group(number)} ${number === 1 ? one : many}`;
}

/** A whole number with thin spaces between thousands. */
export function group(number: number): string {
  return `${number}`.replaceAll(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A time in ms, as short as it can be told. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${trim(milliseconds.toFixed(2))} ms`;
  if (milliseconds < 100) return `${trim(milliseconds.toFixed(1))} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${trim((milliseconds / 1000).toFixed(1))} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** A moment as people read it, in UTC. */
export function moment(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : iso;
}

/** The day of a moment in UTC. */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** A size in bytes. */
export function bytes(number: number): string {
  return number < 10_240 ? count(number, "byte") : `${group(Math.round(number / 1024))} KiB`;
}

/** With a capital at the start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function trim(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
