/** The exit codes of the process, by their meanings. */
export const exitCodes = {
  conforms: 0,
  doesNotConform: 1,
  usage: 2,
  inconclusive: 3,
  bug: 70,
  interrupted: 130,
} as const;
