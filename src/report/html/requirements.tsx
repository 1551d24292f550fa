import type { ComponentChildren, VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { groupOf } from "./findings.js";
import { type Part, table } from "./part.js";
import { count } from "./quantity.js";
import { foreign } from "./text.js";
import { badge, findingsId, rowId, shownVerdict, waiverNote } from "./verdict.js";

/** Choices of one requirement that are shown; the others are in report.json. */
const mostChoices = 60;

/** Every requirement, what the server was seen to choose, and its checks and how their inputs ended. */
export function everyRequirement({ requirements }: Report): Part {
  const sections = groupBy(requirements, ({ section }) => section);
  return {
    id: "requirements",
    title: "Every requirement",
    count: requirements.length,
    isFolded: true,
    content: table(
      "Requirements by section, with verdicts and checks",
      ["Requirement", "Verdict", "Sentence, and what was observed", "Checks and their inputs"],
      [...sections].map(([section, own]) => [section, own.map(rowOf)] as const),
    ),
  };
}

function rowOf(requirement: RequirementReport): readonly ComponentChildren[] {
  const { id, level, checks } = requirement;
  return [
    <span key="id" id={rowId(id)}>
      {groupOf(requirement) ? <a href={`#${findingsId(id)}`}>{id}</a> : id}
      <br />
      <span class="soft">{level}</span>
    </span>,
    badge(shownVerdict(requirement)),
    sentenceOf(requirement),
    checks.map(({ id: check, title, inputs }) => (
      <p key={check}>
        {foreign(title, 200)} <span class="soft">{renderInputs(inputs)}</span>
      </p>
    )),
  ];
}

function sentenceOf({ sentence, reason, waiver, observations, level }: RequirementReport): VNode {
  const choices = level === "open" ? observations : [];
  return (
    <>
      {foreign(sentence)}
      {reason !== undefined && <p class="soft">{foreign(reason, 300)}</p>}
      {waiver !== undefined && waiverNote(waiver)}
      <ul>
        {choices.slice(0, mostChoices).map(({ choice, count: times }) => (
          <li key={choice}>
            {foreign(choice, 200)} <span class="soft">×{times}</span>
          </li>
        ))}
      </ul>
      {choices.length > mostChoices && <p>and {choices.length - mostChoices} more, in report.json</p>}
    </>
  );
}

function renderInputs(inputs: Readonly<Record<string, number>>): string {
  const parts = Object.entries(inputs).map(([status, number]) =>
    status === "judged" ? count(number, "response") : `${number} ${status.replaceAll("-", " ")}`,
  );
  return parts.length === 0 ? "not run" : parts.join(", ");
}
