import { essenceOf, type Operation } from "../description/index.js";
import { plainSchema } from "../generate/index.js";
import { isJsonObject, type Json } from "../json/index.js";

/** The last part of the id of the check of a change: PUT replaces, PATCH and POST change. */
export function changeKindOf({ method }: Pick<Operation, "method">): "changed" | "replaced" {
  return method === "PUT" ? "replaced" : "changed";
}

/** The part of a check's id that stands for an operation. */
export function slugOf({ id }: Pick<Operation, "id">): string {
  return encodeURIComponent(id);
}

/** How deep its path is. */
export function segmentsOf({ path }: Pick<Operation, "path">): number {
  return path.split("/").length;
}

/** Has an operation anything that a server could refuse? */
export function takesInput({ method, body, parameters }: Operation): boolean {
  return method !== "DELETE" && (body !== undefined || parameters.some(({ in: where }) => where === "query"));
}

/** Does a change replace the lists that it has, and take away what is null? Source: RFC 7396, section 1. */
export function isMergePatch({ body }: Operation): boolean {
  return essenceOf(body?.mediaType ?? "") === "application/merge-patch+json";
}

/** Members of a body that may be left out. */
export function optionalIn({ body }: Operation, valid: Json | undefined): readonly string[] {
  const { required = [] } = plainSchema(body?.schema ?? {});
  return Object.keys(isJsonObject(valid) ? valid : {}).filter((name) => !required.includes(name));
}
