/** Is what goes to a stream to be coloured? Only on a terminal, and not where NO_COLOR has a value (https://no-color.org). */
export function usesColor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env["NO_COLOR"];
}
