/** Tells on stderr how many of the runs of a calibration are done: each of them on a terminal, else now and then. */
export function showRuns(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} runs${done === all ? "\n" : ""}`);
  else if (done % 50 === 0 || done === all) process.stderr.write(`pedigree: ${done} of ${all} runs\n`);
}
