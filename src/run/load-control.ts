/** Responses of which the 95th percentile is taken. */
const sample = 40;
/** It may rise to this many times what it was with one request at a time, and to this in any case, in ms. */
const [mostTimes, always] = [3, 50];
/** Pauses before a case, in ms, where even one at a time is too much. */
const [shortest, longest] = [10, 1000];

/**
 * How much of a load the target bears so that its other users notice nothing: it begins with one case at a time, and
 * allows twice as many as long as responses stay about as fast as then; half as many where they do not, and from then on
 * one more at a time.
 * @param most cases at a time, at most
 */
export function createLoadControl(most: number) {
  let allowed = 1;
  let pause = 0;
  let wasTooSlow = false;
  let idle: number | undefined;
  let durations: number[] = [];
  return {
    /** How many cases may be under way. */
    allowed: (): number => allowed,
    /** How long to wait before the next one, in ms. */
    pause: (): number => pause,
    /** Records how long a response took, in ms. */
    record: (duration: number): void => {
      durations.push(duration);
      if (durations.length < sample) return;
      const p95 = durations.toSorted((left, right) => left - right)[Math.floor(sample * 0.95)] ?? 0;
      durations = [];
      idle ??= p95;
      const isTooSlow = p95 > always && p95 > mostTimes * idle;
      wasTooSlow ||= isTooSlow;
      if (isTooSlow && allowed === 1) pause = Math.min(longest, Math.max(shortest, pause * 2));
      else if (isTooSlow) allowed = Math.floor(allowed / 2);
      else if (pause > 0) pause = pause > shortest ? pause / 2 : 0;
      else allowed = Math.min(most, wasTooSlow ? allowed + 1 : allowed * 2);
    },
  };
}
