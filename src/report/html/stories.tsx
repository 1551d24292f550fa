import type { VNode } from "preact";
import type { Report, RequirementReport, Verdict } from "../../run/index.js";
import { inOrderOfFindings } from "../requirement-facts.js";
import { Section } from "./section.js";
import { Story } from "./story.js";
import { hasStory, standingOf } from "./verdicts.js";

/** A group of stories, told apart from the others. */
export interface StoryGroup {
  readonly id: string;
  readonly standing: Verdict | "waived";
  readonly title: string;
  readonly lead: string;
}

/** The groups in the order in which to read them. */
export const storyGroups: readonly StoryGroup[] = [
  {
    id: "broken",
    standing: "failed",
    title: "Broken requirements",
    lead: "A cause comes before what follows from it. Each is told by the smallest request that shows it.",
  },
  {
    id: "undecided",
    standing: "inconclusive",
    title: "Could not be decided",
    lead: "What was seen is not enough to say that the requirement is kept, or that it is broken.",
  },
  {
    id: "warnings",
    standing: "warned",
    title: "Warnings",
    lead: "They do not decide whether the server conforms: most are advice of the HTTP standards that the interface rests on.",
  },
  {
    id: "waived",
    standing: "waived",
    title: "Broken, and waived",
    lead: "Known failures that the configuration accepts for a time.",
  },
];

/** The requirements of a group, in the order of their first findings. */
export function requirementsOf(report: Report, standing: Verdict | "waived"): readonly RequirementReport[] {
  return inOrderOfFindings(
    report.requirements.filter(
      (each) => standingOf(each) === standing && hasStory(each) && each.level !== "informative",
    ),
  );
}

/** The stories of one group; nothing if there are none. */
export function Stories({
  group,
  report,
  reportPath,
}: {
  readonly group: StoryGroup;
  readonly report: Report;
  readonly reportPath: string | undefined;
}): VNode | null {
  const all = requirementsOf(report, group.standing);
  if (all.length === 0) return null;
  return (
    <Section id={group.id} title={group.title} count={all.length} lead={group.lead}>
      {all.map((each) => (
        <Story key={each.id} requirement={each} report={report} reportPath={reportPath} />
      ))}
    </Section>
  );
}
