import type { VNode } from "preact";
import { type JsonLine, layOutJson, type Marks, type Piece } from "./json-lines.js";
import type { JsonTree } from "./json-tree.js";
import { clip, costOf, visible } from "./visible.js";
import { count } from "./wording.js";

/** Of a long body, the lines around what is marked, and the first and last, are shown. */
const around = 1;
const first = 4;
const last = 2;
/** So few lines are all shown. */
const few = 14;
const mostMarked = 6;
/** Characters of HTML of one string. */
const mostOfPiece = 2000;

/** JSON to read, its offending part marked. At most so many characters of HTML, roughly. */
export function JsonView({
  tree,
  marks,
  most,
}: {
  readonly tree: JsonTree;
  readonly marks: Marks;
  readonly most: number;
}): VNode {
  const shown = chooseLines(layOutJson(tree, marks));
  let room = most;
  return (
    <pre class="body">
      {shown.map((line) => {
        if (typeof line === "number") return <Gap text={`… ${count(line, "line")} more`} />;
        const isMarked = line.pieces.some((each) => each.isMarked);
        // What is marked is what it is all about.
        if (room <= 0 && (!isMarked || room < -most)) return "";
        const size = line.pieces.reduce(
          (sum, { text }) => sum + Math.min(costOf(text), mostOfPiece) + 24,
          60,
        );
        room -= size;
        return room <= 0 && !isMarked ? <Gap text="… cut here" /> : <Line line={line} />;
      })}
    </pre>
  );
}

function Line({ line: { indent, pieces } }: { readonly line: JsonLine }): VNode {
  const groups: { isMarked: boolean; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (group?.isMarked === piece.isMarked) group.pieces.push(piece);
    else groups.push({ isMarked: piece.isMarked, pieces: [piece] });
  }
  return (
    <span class="l" style={indent === 0 ? undefined : `--i:${Math.min(indent, 20)}`}>
      {groups.map((group) =>
        group.isMarked ? <mark>{group.pieces.map(paint)}</mark> : group.pieces.map(paint),
      )}
    </span>
  );
}

function Gap({ text }: { readonly text: string }): VNode {
  return (
    <span class="l gap" style="--i:1">
      {text}
    </span>
  );
}

const classes: Readonly<Record<Piece["kind"], string | undefined>> = {
  name: "n",
  string: "s",
  number: "d",
  word: "d",
  sign: undefined,
  absent: "absent",
};

function paint({ text, kind }: Piece): VNode | string {
  const shown = clip(visible(text), mostOfPiece);
  const whole = shown.isCut ? `${shown.text}…` : shown.text;
  const name = classes[kind];
  return name === undefined ? whole : <span class={name}>{whole}</span>;
}

/** The lines to show; a number stands for so many that are left out. */
function chooseLines(lines: readonly JsonLine[]): readonly (JsonLine | number)[] {
  if (lines.length <= few) return lines;
  const marked = lines.flatMap(({ pieces }, at) => (pieces.some((each) => each.isMarked) ? [at] : []));
  const near = marked.slice(0, mostMarked);
  const chosen: (JsonLine | number)[] = [];
  lines.forEach((line, at) => {
    const isNear = near.some((each) => Math.abs(each - at) <= around);
    const before = chosen.at(-1);
    if (isNear || at < first || at >= lines.length - last) chosen.push(line);
    else if (typeof before === "number") chosen[chosen.length - 1] = before + 1;
    else chosen.push(1);
  });
  return chosen;
}
