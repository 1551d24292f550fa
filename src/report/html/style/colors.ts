/** Every colour, once for each theme. What is text on its own soft ground has a contrast of 4.5 or more. */
export const colors = `
:root {
  color-scheme: light dark;
  --paper: #f7f6f2; --card: #fff; --ink: #1b1d21; --soft: #555a63; --line: #dedbd3; --code: #f4f2ed;
  --link: #1d4f91; --focus: #1d4f91; --marker: #ffe08a; --marker-ink: #3b2a00;
  --good: #14683f; --good-soft: #dcefe3; --bad: #b3261e; --bad-soft: #fbe2df;
  --doubt: #64389b; --doubt-soft: #ebe1f7; --warn: #764a00; --warn-soft: #faeac4;
  --waived: #84421c; --waived-soft: #f6e2d6; --seen: #1d5a96; --seen-soft: #dfebf7;
  --mute: #555a63; --mute-soft: #eae8e2;
  --solid-good: #14603b; --solid-bad: #97211b; --solid-doubt: #512d80; --tile-bad: #a8231c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121418; --card: #1a1d23; --ink: #e8e6e1; --soft: #a8adb7; --line: #31353d; --code: #14171c;
    --link: #8fbcf5; --focus: #8fbcf5; --marker: #6b5312; --marker-ink: #fff1c9;
    --good: #74d6a3; --good-soft: #17332a; --bad: #ff9a92; --bad-soft: #46201e;
    --doubt: #c9adff; --doubt-soft: #312547; --warn: #f1c35a; --warn-soft: #3b2f14;
    --waived: #f0ab85; --waived-soft: #412a1e; --seen: #8cc1f6; --seen-soft: #1b3047;
    --mute: #a8adb7; --mute-soft: #262a31;
    --solid-good: #0f4a2e; --solid-bad: #7c1a15; --solid-doubt: #40236a; --tile-bad: #b52f28;
  }
}
.good { --tone: var(--good); --tone-soft: var(--good-soft); --solid: var(--solid-good); }
.bad { --tone: var(--bad); --tone-soft: var(--bad-soft); --solid: var(--solid-bad); }
.doubt { --tone: var(--doubt); --tone-soft: var(--doubt-soft); --solid: var(--solid-doubt); }
.warn { --tone: var(--warn); --tone-soft: var(--warn-soft); }
.waived { --tone: var(--waived); --tone-soft: var(--waived-soft); }
.seen { --tone: var(--seen); --tone-soft: var(--seen-soft); }
.mute { --tone: var(--mute); --tone-soft: var(--mute-soft); }
.of2 { --tone: var(--good); --tone-soft: var(--good-soft); }
.of3, .of1, .of0 { --tone: var(--doubt); --tone-soft: var(--doubt-soft); }
.of4 { --tone: var(--seen); --tone-soft: var(--seen-soft); }
.of5 { --tone: var(--bad); --tone-soft: var(--bad-soft); }
`;
