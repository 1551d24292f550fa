/** Texts by what they are meant to do to whoever shows them. */
export const hostileTexts: Readonly<Record<string, string>> = {
  "terminal escapes":
    "\u001b[2J\u001b[31mred\u001b]8;;http://evil.test\u0007link\u001b]8;;\u0007\u0007\u0008\u009b2J\u009d0;title\u009c\u001bP1$r\u001b\\",
  "commands to CI servers":
    "::error::first\n::set-output name=a::b\n  ::add-mask::***\r\n##vso[task.complete result=Succeeded]\n##[group]x\r::endgroup::\u2028::warning::w\n\t::stop-commands::t\n##teamcity[buildStop comment='x']",
  markup:
    ']]><script>alert(1)</script><![CDATA[&amp;&lol;&#0;<!--<!DOCTYPE x [<!ENTITY lol "lol">]>\'"</failure>',
  "characters that XML has not": "\u0000\u0001\u000b\ufffe\uffff\u{1ffff} \ud83d \udc15\udc15",
  "overrides of the writing direction": "\u202egnp.exe\u202c\u2066x\u2069\u200f\u061c\u200b\ufeff",
  "a very long line": `${"a".repeat(39_999)}\n`,
  "many lines": "\n::error::x".repeat(5000),
};
