import { SaxesParser } from "saxes";

/** An element with its attributes and its own text, references resolved. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads a document. @throws Error where it is not well-formed */
export function readXml(document: string): XmlElement {
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const path = [top];
  const parser = new SaxesParser();
  const take = (text: string): void => {
    path.at(-1)!.text += text;
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("opentag", ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, children: [], text: "" };
    path.at(-1)!.children.push(element);
    path.push(element);
  });
  parser.on("closetag", () => void path.pop());
  parser.write(document).close();
  return top.children[0]!;
}

/** Every element of this name, in the order of the document. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  const below = element.children.flatMap((child) => elementsNamed(child, name));
  return element.name === name ? [element, ...below] : below;
}
