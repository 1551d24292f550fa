import { expect, it } from "vitest";
import { createRequests } from "../../src/session/request-knowledge.js";

/** The items that a member has referred to, where each of these letters is a response: taken (T) or free (F), of an item. */
function takenAfter(...responses: readonly string[]): readonly string[] | undefined {
  const word = () => "word";
  const requests = createRequests({ marker: word, nonce: word });
  for (const response of responses)
    requests.noteReferred("addLoan.tool_id", response.slice(1), response.startsWith("T"));
  const taken = requests.references.get("addLoan.tool_id");
  return taken && [...taken];
}

it.each([
  ["a conflict takes the item", ["T1"], ["1"]],
  ["a success takes the next one, too", ["T1", "F2"], ["1", "2"]],
  ["one new item may be refused", ["T1", "T2"], ["1", "2"]],
  ["a success ends the count of refusals", ["T1", "T2", "F3", "T4"], ["1", "2", "3", "4"]],
  ["the same item says nothing new", ["T1", "T1", "T1"], ["1"]],
  ["two new items that are refused are not the reason", ["T1", "T2", "T3"], undefined],
  ["what is not the reason does not become one again", ["T1", "T2", "T3", "T3", "T4"], undefined],
])("%s", (_, responses, taken) => {
  expect(takenAfter(...responses)).toEqual(taken);
});
