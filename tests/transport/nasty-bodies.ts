import { bytesBody, type Case } from "../../src/transport/index.js";

type Body = NonNullable<Case["body"]>;
const text = (body: string): Body => ({ kind: "text", text: body });

/** Bodies that a terminal, a shell or a report would alter. */
export const nastyBodies: readonly (readonly [name: string, body: Body])[] = [
  ["a raw line break in a string", text('{"name":"Rex\nII","categoryId":1}')],
  ["a backslash and an n in a string", text('{"name":"Rex\\nII","categoryId":1}')],
  ["line breaks of Windows", text('{\r\n\t"name": "Rex"\r\n}')],
  ["a lone carriage return", text('{"name":"a\rb"}')],
  ["a terminal escape", text('{"name":"\u001b[31mred\u0007"}')],
  ["a null character, then a digit", text('{"name":"a\u00001"}')],
  ["a character of C1", text('{"name":"\u009b2J"}')],
  ["controls of direction", text('{"name":"\u202egpj\u2066\u2069\u200f"}')],
  ["characters of no width", text('\ufeff{"name":"a\u200b\u200d\u2060\u00adb"}')],
  ["blanks that are none", text('{"name":"a\u00a0\u2028\u3000b"}')],
  ["a lone surrogate", text('{"name":"\ud83d"}')],
  ["a command of a CI server", text("##vso[task.complete]::error::##[x]")],
  ["what printf takes for its own, with a line break", text(`-n %s %% \\n \\012 'quoted' "$HOME" \`id\`\n`)],
  ["line breaks at the end", text("{}\n\n\n")],
  ["bytes that are no UTF-8", bytesBody(Buffer.from('{"name":"\xff\xfe\xe9"}', "latin1"))],
];
