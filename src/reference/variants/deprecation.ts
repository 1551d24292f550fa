import type { Deviation } from "../conduct.js";
import { changeHeaders, ofKind } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** How the deprecation and the removal of `getPet` are told, where the document is silent. */
export const deprecationVariants: readonly Variant[] = [
  variant("removal-at-the-day's-beginning", "DEP-6", "the moment of the day is not said").by(announce("Thu, 05 Dec 2030 00:00:00 GMT")),
  variant("removal-at-noon", "DEP-6", "the moment of the day is not said").by(announce("Thu, 05 Dec 2030 12:00:00 GMT")),
  variant("removal-at-midnight-in-kiribati", "DEP-6", "the day begins there fourteen hours earlier").by(
    announce("Wed, 04 Dec 2030 10:00:00 GMT"),
  ),
  variant("removal-at-the-day's-end-on-baker-island", "DEP-6", "the day ends there twelve hours later").by(
    announce("Fri, 06 Dec 2030 12:00:00 GMT"),
  ),
  variant("no-deprecation-headers", "DEP-4", "the document does not ask for them").by(() => ({
    deprecation: () => undefined,
    sunset: () => undefined,
    link: () => undefined,
  })),
  variant("deprecated-since-another-day", "DEP-4", "since when it is deprecated is not said").by(() => ({
    deprecation: ({ kind }) => (kind === "found" ? "@0" : undefined),
  })),
  variant("several-links", "DEP-2", "further links, and other ways to write them, say nothing else").by(
    changeHeaders(ofKind("found"), {
      Link: [
        '<https://example.com/docs#getPet>; rel="deprecation"; type="text/html", <../pets>; rel=successor-version',
        '</v1/pets/7>; rel="self"',
      ],
    }),
  ),
  variant("successor-with-filter", "DEP-2", "the replacement is the list with its filter").by(() => ({
    link: ({ kind }) => (kind === "found" ? '</v1/pets?status=available>; rel="successor-version"' : undefined),
  })),
];

function announce(moment: string): Deviation {
  return () => ({ sunset: ({ kind }) => (kind === "found" ? moment : undefined) });
}
