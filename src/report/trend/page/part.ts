import type { Series } from "../series.js";

/** What a part of the page is given: a series, and what the ids of its parts begin with and their titles end with. */
export interface PartOfSeries {
  readonly series: Series;
  readonly prefix: string;
  readonly suffix: string;
}
