const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `2026-11-20`, of a moment in UTC. */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** `2026-11-20 02:00`. */
export const minuteOf = (iso: string): string => `${dayOf(iso)} ${iso.slice(11, 16)}`;

/** `20`. */
export const dayNumber = (iso: string): string => `${Number(iso.slice(8, 10))}`;

/** `Nov 2026`. */
export const monthOf = (iso: string): string => `${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;

/** `20 Nov`; with the time where days do not tell moments apart. */
export function shortDay(date: Date, isWithinDays: boolean): string {
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return isWithinDays ? `${day} ${date.toISOString().slice(11, 16)}` : day;
}
