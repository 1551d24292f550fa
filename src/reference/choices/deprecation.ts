import { type Alteration, changeHeaders, ofKind } from "../alterations.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** How the deprecation and the removal of `getPet` are told, where the document is silent. */
export const deprecationChoices: readonly PermittedChoice[] = [
  {
    name: "removal-at-the-day's-beginning",
    concerns: "DEP-6",
    why: "the moment of the day is not said",
    alter: () => announce("Thu, 05 Dec 2030 00:00:00 GMT"),
  },
  {
    name: "removal-at-noon",
    concerns: "DEP-6",
    why: "the moment of the day is not said",
    alter: () => announce("Thu, 05 Dec 2030 12:00:00 GMT"),
  },
  {
    name: "removal-at-midnight-in-kiribati",
    concerns: "DEP-6",
    why: "the day begins there fourteen hours earlier",
    alter: () => announce("Wed, 04 Dec 2030 10:00:00 GMT"),
  },
  {
    name: "removal-at-the-day's-end-on-baker-island",
    concerns: "DEP-6",
    why: "the day ends there twelve hours later",
    alter: () => announce("Fri, 06 Dec 2030 12:00:00 GMT"),
  },
  {
    name: "no-deprecation-headers",
    concerns: "DEP-4",
    why: "the document does not ask for them",
    alter: () => ({ deprecation: () => undefined, sunset: () => undefined, link: () => undefined }),
  },
  {
    name: "deprecated-since-another-day",
    concerns: "DEP-4",
    why: "since when it is deprecated is not said",
    alter: () => ({ deprecation: ({ kind }) => (kind === "found" ? "@0" : undefined) }),
  },
  {
    name: "several-links",
    concerns: "DEP-2",
    why: "further links, and other ways to write them, say nothing else",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("found"), {
        Link: [
          '<https://example.com/docs#getPet>; rel="deprecation"; type="text/html", <../pets>; rel=successor-version',
          '</v1/pets/7>; rel="self"',
        ],
      }),
  },
  {
    name: "successor-with-filter",
    concerns: "DEP-2",
    why: "the replacement is the list with its filter",
    alter: () => ({
      link: ({ kind }) =>
        kind === "found" ? '</v1/pets?status=available>; rel="successor-version"' : undefined,
    }),
  },
];

function announce(moment: string): Alteration {
  return { sunset: ({ kind }) => (kind === "found" ? moment : undefined) };
}
