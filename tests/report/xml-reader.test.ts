import { describe, expect, it } from "vitest";
import { elementsNamed, readXml } from "./xml-reader.js";

describe("the XML reader of these tests", () => {
  it("reads elements, attributes, texts, sections and references", () => {
    const root = readXml(
      `<?xml version="1.0" encoding="utf-8"?>\n<a x='1 &lt; "2"'><b/><!-- no - > end -->t&amp;&#x1f415;<![CDATA[<&]]><b y="z"></b></a>`,
    );

    expect(root).toMatchObject({ name: "a", attributes: { x: '1 < "2"' }, text: "t&🐕<&" });
    expect(elementsNamed(root, "b").map(({ attributes }) => attributes)).toEqual([{}, { y: "z" }]);
  });

  it.each([
    ["an element that is not closed", "<a><b></a>"],
    ["two roots", "<a/><b/>"],
    ["no root", "text"],
    ["text after the root", "<a/>x"],
    ["a bare ampersand", "<a>x & y</a>"],
    ["an unknown entity", "<a>&nbsp;</a>"],
    ["a less-than in an attribute", '<a x="<"/>'],
    ["a less-than in a text", "<a>1 < 2</a>"],
    ["an attribute without quotes", "<a x=1/>"],
    ["an attribute given twice", '<a x="1" x="2"/>'],
    ["the end of a section in a text", "<a>]]></a>"],
    ["a null character", "<a>\u0000</a>"],
    ["an escape character", "<a>\u001b[31m</a>"],
    ["a reference to a control character", "<a>&#1;</a>"],
    ["a reference to a surrogate", "<a>&#xd83d;</a>"],
    ["a lone surrogate", "<a>\ud83d</a>"],
    ["U+FFFE", "<a>\ufffe</a>"],
    ["two hyphens in a comment", "<a><!-- -- --></a>"],
    ["a doctype", "<!DOCTYPE a><a/>"],
  ])("refuses %s", (_what, document) => {
    expect(() => readXml(document)).toThrow();
  });
});
