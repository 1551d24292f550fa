import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Recipe {
  readonly id: number;
  readonly title: string;
  readonly draft: boolean;
}

/** A list of recipes, by what is said of its flag, and what it shows. */
interface Book {
  /** Of the list. */
  readonly says?: string;
  /** Of the flag. */
  readonly said?: string;
  readonly isShown?: (recipe: Recipe, drafts: boolean) => boolean;
}

const honest = ({ draft }: Recipe, drafts: boolean): boolean => drafts || !draft;
const text = { type: "string", minLength: 1, maxLength: 40 };
const members = { title: text, draft: { type: "boolean" } };
const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...members } };

async function judge({ says = "", said = "", isShown = honest }: Book): Promise<readonly string[]> {
  const recipes: Recipe[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = recipes[Number(id) - 1];
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    const asked = query.get("withDrafts") ?? "false";
    if (method === "GET" && !["true", "false"].includes(asked)) return [400, {}];
    if (method === "GET") return [200, recipes.filter((each) => isShown(each, asked === "true"))];
    const { title, draft } = sent;
    if (typeof title !== "string" || !/^.{1,40}$/su.test(title) || typeof draft !== "boolean")
      return [400, {}];
    recipes.push({ id: recipes.length + 1, title, draft });
    return [201, recipes.at(-1)];
  });
  const flag = { name: "withDrafts", in: "query", description: said, schema: { type: "boolean" } };
  const description = describePaths({
    "/recipes": {
      get: { ...lists("listRecipes", item), description: says, parameters: [flag] },
      post: adds("addRecipe", { type: "object", required: ["title", "draft"], properties: members }, item),
    },
    "/recipes/{id}": { parameters: [idInPath()], get: reads("getRecipe", item) },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

const ofList = "Drafts are shown only with `withDrafts=true`.";
const ofFlag = "With `true`, drafts are found beside the others. Otherwise they are not.";
const all = (): boolean => true;

it.each<[string, Book]>([
  ["as the list says", { says: ofList, isShown: all }],
  ["as the flag says", { said: ofFlag, isShown: all }],
  ["with the flag turned round", { says: ofList, isShown: (recipe, drafts) => honest(recipe, !drafts) }],
])("hidden items are found that are shown, %s", async (_, book) => {
  expect(await judge(book)).toContain("listRecipes: hidden items");
});

it.each<[string, Book]>([
  ["as the list says", { says: ofList }],
  ["alone, where the flag asks for them", { said: ofFlag, isShown: ({ draft }, drafts) => draft === drafts }],
  ["where no text hides them", { says: "All recipes; `withDrafts` is for later.", isShown: all }],
])("hidden items are shown %s", async (_, book) => {
  expect(await judge(book)).toEqual([]);
});
