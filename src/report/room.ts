/**
 * The texts that fit into so many characters, from the first, with `between` characters from one to the next; in
 * place of the rest, a word on how many they are.
 */
export function takeWhatFits(
  texts: readonly string[],
  room: number,
  tellRest: (count: number) => string,
  between = 2,
): readonly string[] {
  let left = room;
  const fitting = texts.findIndex((text) => {
    left -= text.length + between;
    return left < 0;
  });
  return fitting === -1 ? texts : [...texts.slice(0, fitting), tellRest(texts.length - fitting)];
}
