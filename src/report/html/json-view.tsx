import type { VNode } from "preact";
import { type JsonLine, type Marks, layOutJson, type Piece } from "./json-lines.js";
import type { JsonTree } from "./json-tree.js";
import { fit, visible } from "./visible.js";
import { count } from "./wording.js";

/** Of a long body, the lines around what is marked, and the first and last, are shown. */
const around = 1;
const first = 5;
const last = 2;
/** So few lines are all shown. */
const few = 24;
const mostMarked = 12;

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
        if (typeof line === "number") return <i class="gap">{`  … ${count(line, "line")} more\n`}</i>;
        if (room <= 0) return "";
        const size = line.pieces.reduce((sum, { text }) => sum + text.length + 30, 0);
        room -= size;
        return room <= 0 ? <i class="gap">{"  … cut here\n"}</i> : <Line line={line} />;
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
    <>
      {"  ".repeat(Math.min(indent, 20))}
      {groups.map((group) =>
        group.isMarked ? <mark>{group.pieces.map(paint)}</mark> : group.pieces.map(paint),
      )}
      {"\n"}
    </>
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
  const shown = fit(visible(text), 1500);
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
