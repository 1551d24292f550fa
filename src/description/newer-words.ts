import { isObject } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a document of OpenAPI 3.2 in the words of 3.1, as far as there are any: media types that are referred to stand in their places,
 * the schema of an item is that of a list of items, and facts for readers are left out. Source: OpenAPI 3.2, sections 4.1, 4.14 and 4.22.
 */
export function inOlderWords(document: Members): Members {
  const { $self: _, tags, components, ...others } = document;
  const { mediaTypes, ...parts } = isObject(components) ? (components as Members) : {};
  const named = isObject(mediaTypes) ? (mediaTypes as Members) : {};
  return rewritten(
    {
      ...others,
      ...(Array.isArray(tags) && { tags: tags.map(withoutKind) }),
      ...(isObject(components) && { components: parts }),
    },
    named,
  ) as Members;
}

function withoutKind(tag: unknown): unknown {
  if (!isObject(tag)) return tag;
  const { kind: _, parent: __, summary: ___, ...others } = tag as Members;
  return others;
}

/** A part of a document, with all media types in it in the words of 3.1. */
function rewritten(part: unknown, named: Members): unknown {
  if (Array.isArray(part)) return part.map((each) => rewritten(each, named));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name.startsWith("x-") || name === "example" || name === "examples") return [name, value];
      if (name === "content" && isObject(value)) return [name, contentOf(value as Members, named)];
      const known = name === "responses" && isObject(value) ? withoutSummaries(value as Members) : value;
      return [name, rewritten(known, named)];
    }),
  );
}

function withoutSummaries(responses: Members): Members {
  const withoutSummary = (response: unknown): unknown => {
    if (!isObject(response)) return response;
    const { summary: _, ...others } = response as Members;
    return others;
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [status, withoutSummary(each)]),
  );
}

function contentOf(content: Members, named: Members): Members {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, value]) => [
      mediaType,
      rewritten(mediaTypeOf(value, named), named),
    ]),
  );
}

function mediaTypeOf(value: unknown, named: Members): unknown {
  if (!isObject(value)) return value;
  const { $ref } = value as Members;
  const [, name = ""] = /^#\/components\/mediaTypes\/([^/]+)$/.exec(String($ref)) ?? [];
  if (Object.hasOwn(named, name)) return mediaTypeOf(named[name], {});
  const { itemSchema, ...others } = value as Members;
  const isOfItems = itemSchema !== undefined && !Object.hasOwn(others, "schema");
  return isOfItems ? { ...others, schema: { type: "array", items: itemSchema } } : others;
}
