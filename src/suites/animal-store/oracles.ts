import { isJsonObject, type Json } from "../../json/index.js";
import { isJsonMediaType, type Place, shorten, type Violation } from "../../judge/index.js";
import { type Objection, observe, type ResponseCheck } from "../../run/index.js";
import { headerValues } from "../../transport/index.js";
import { largestPage } from "./facts.js";
import { createLeftovers } from "./leftovers.js";
import { readPet } from "./pet.js";
import type { World } from "./world.js";

const fine: readonly Objection[] = [];

/** What is true of every answer, whatever was asked. */
export const oracles: readonly ResponseCheck<World>[] = [
  {
    requirement: "GEN-1",
    title: "every body is JSON in UTF-8, with a JSON media type",
    spoils: true,
    judge: ({ accepted, answer, notJson, json, mediaType }) => {
      if (accepted === undefined || (accepted.schema === "Error" && json === undefined))
        return "not concerned";
      if (answer.body.length === 0) return [objection("no body", "a JSON body", "an empty body", body())];
      if (notJson !== undefined) return [objection("no JSON", "a JSON body", `no JSON: ${notJson}`, body())];
      if (isJsonMediaType(mediaType)) return fine;
      return [
        objection(
          "media type",
          "Content-Type: application/json",
          mediaType || "no Content-Type",
          header("content-type"),
        ),
      ];
    },
  },
  {
    requirement: "GEN-2",
    title: "every answer has a status that the document names, or leaves room for",
    spoils: false,
    judge: () => fine,
  },
  { requirement: "GEN-3", title: "no answer has a status of 5xx", spoils: false, judge: () => fine },
  { requirement: "GEN-4", title: "every answer arrives whole", spoils: false, judge: () => fine },
  {
    requirement: "AUTH-6",
    title: "no request with the good key is answered with 401",
    spoils: false,
    judge: ({ exchange }) => (exchange.case.credential.kind === "good" ? fine : "not concerned"),
  },
  {
    requirement: "PET-7",
    title: "a list is a bare array",
    spoils: true,
    judge: ({ accepted, json }) => {
      if (accepted?.schema !== "Pets" || json === undefined) return "not concerned";
      return Array.isArray(json) ? fine : [objection("no array", "a JSON array", shorten(json), body())];
    },
  },
  petMember("PET-1", "name"),
  petMember("PET-2", "categoryId"),
  petMember("PET-3", "status"),
  petMember("PET-4", "id"),
  {
    requirement: "LIST-11",
    title: "no list holds an id twice",
    spoils: false,
    judge: ({ accepted, json }, world) => {
      if (accepted?.schema !== "Pets" || !Array.isArray(json)) return "not concerned";
      const ids = json.map((item) => readPet(world, item)?.id).filter((id) => id !== undefined);
      const seen = new Set<bigint>();
      const twice = ids.find((id) => seen.size === seen.add(id).size);
      return twice === undefined
        ? fine
        : [
            objection(
              "twice",
              "each animal once",
              `the id ${twice} twice`,
              body(`/${json.findLastIndex((item) => readPet(world, item)?.id === twice)}`),
            ),
          ];
    },
  },
  {
    requirement: "LIM-1",
    title: "no list holds more animals than the highest limit",
    spoils: false,
    judge: ({ accepted, json }, world) => {
      if (accepted?.schema !== "Pets" || !Array.isArray(json)) return "not concerned";
      const most = largestPage(world);
      return json.length <= most
        ? fine
        : [objection("too many", `at most ${most} animals`, `${json.length} animals`, body(`/${most}`))];
    },
  },
  {
    requirement: "ERR-1",
    title: "every error answer is a JSON object",
    spoils: true,
    judge: ({ accepted, error, answer, json, notJson }) => {
      if (accepted?.schema !== "Error") return "not concerned";
      if (error !== undefined) return fine;
      if (answer.body.length === 0)
        return [objection("empty", "an Error", `${answer.status} with an empty body`, body())];
      return [
        objection(
          "no object",
          "an Error",
          notJson === undefined ? shorten(json) : `no JSON: ${notJson}`,
          body(),
        ),
      ];
    },
  },
  errorMember("ERR-2", "code"),
  errorMember("ERR-3", "message"),
  {
    requirement: "ERR-4",
    title: "the status in an Error is the HTTP status",
    spoils: false,
    judge: ({ error, answer, violations }) => {
      if (error === undefined) return "not concerned";
      const wrong = violations.find(({ property }) => property === "status");
      if (wrong !== undefined) return [objection("shape", "an integer status", wrong.reason, placeOf(wrong))];
      if (error["status"] === BigInt(answer.status)) return fine;
      return [
        objection(
          "another status",
          `status ${answer.status}`,
          `status ${shorten(error["status"])}`,
          body("/status"),
        ),
      ];
    },
  },
  {
    requirement: "ERR-5",
    title: "which codes are used",
    spoils: false,
    judge: ({ error, answer }, world) => {
      const code = error?.["code"];
      if (typeof code !== "string") return "not concerned";
      observe(world, "ERR-5", `${answer.status}: ${code.slice(0, 60)}`);
      return fine;
    },
  },
  {
    requirement: "ERR-6",
    title: "JSON is labelled application/json",
    spoils: false,
    judge: ({ json, mediaType }) => {
      if (json === undefined || !isJsonMediaType(mediaType)) return "not concerned";
      if (mediaType === "application/json") return fine;
      return [objection("relative", "application/json", mediaType, header("content-type"))];
    },
  },
  {
    requirement: "AUTH-8",
    title: "a 401 names its scheme",
    spoils: false,
    judge: ({ answer }) => {
      if (answer.status !== 401) return "not concerned";
      const challenge = headerValues(answer, "www-authenticate");
      if (challenge.some((each) => /\bbearer\b/i.test(each))) return fine;
      return [
        objection(
          "none",
          "WWW-Authenticate: Bearer",
          challenge.join(", ") || "no such header",
          header("www-authenticate"),
        ),
      ];
    },
  },
  {
    requirement: "LIM-2",
    title: "which limits on rate and size were met",
    spoils: false,
    judge: ({ answer, exchange }, world) => {
      if (exchange.turnedAway > 0) observe(world, "LIM-2", "asked to wait, and was waited for");
      if (exchange.alone) observe(world, "LIM-2", "served alone, though not beside others");
      if (answer.status === 413) observe(world, "LIM-2", "413 for a long body");
      return fine;
    },
  },
];

function petMember(requirement: string, property: string): ResponseCheck<World> {
  return {
    requirement,
    title: `${property} of every returned animal is what the document says`,
    spoils: true,
    judge: ({ accepted, json, violations }, world) => {
      if (accepted === undefined || json === undefined || accepted.schema === "Error") return "not concerned";
      if (Array.isArray(json) ? json.length === 0 : accepted.schema === "Pets") return "not concerned";
      const all = violations.filter((each) => each.property === property);
      const left = all.length === 0 ? [] : findLeftovers(world, json, all);
      const wrong = all.find((each) => !left.includes(each));
      if (wrong !== undefined)
        return [objection(property, `a valid ${property}`, wrong.reason, placeOf(wrong))];
      if (left.length > 0) return [leftoverObjection(property, json, left)];
      const noAnimal = violations.find((each) => each.property === undefined && /^(\/\d+)?$/.test(each.at));
      return noAnimal === undefined || property !== "id"
        ? fine
        : [objection("item", "an animal", noAnimal.reason, body(noAnimal.at))];
    },
  };
}

/** The violations in rows that an earlier run left behind. */
function findLeftovers(world: World, json: Json, violations: readonly Violation[]): readonly Violation[] {
  const isLeftover = world.isLeftover ?? createLeftovers(world);
  world.isLeftover = isLeftover;
  return violations.filter(({ at }) => isLeftover(rowAt(json, at)));
}

/** The row of a list that a JSON Pointer leads into. */
function rowAt(json: Json, at: string): Json | undefined {
  return Array.isArray(json) ? json[Number(at.split("/")[1])] : undefined;
}

function leftoverObjection(property: string, json: Json, left: readonly Violation[]): Objection {
  const rows = new Set(left.map(({ at }) => rowAt(json, at)));
  const ids = [...rows].map((row) => shorten(isJsonObject(row) ? row["id"] : undefined, 24));
  const shown = ids.slice(0, 5).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
  return {
    problem: `${property}, left behind`,
    expected: `a valid ${property}`,
    actual: `${left[0]?.reason}; an earlier run sent this, and the server stored it: delete the rows with the ids ${shown}`,
    ...(left[0] === undefined ? {} : { at: placeOf(left[0]) }),
    usable: true,
  };
}

function errorMember(requirement: string, property: string): ResponseCheck<World> {
  return {
    requirement,
    title: `an Error has a ${property}, which is a string`,
    spoils: false,
    judge: ({ error, violations }) => {
      if (error === undefined) return "not concerned";
      const wrong = violations.find((each) => each.property === property);
      return wrong === undefined
        ? fine
        : [objection(property, `${property} as a string`, wrong.reason, placeOf(wrong))];
    },
  };
}

function objection(problem: string, expected: string, actual: string, at: Place): Objection {
  return { problem, expected, actual, at };
}

const header = (name: string): Place => ({ in: "header", name });
const body = (pointer = ""): Place => ({ in: "body", pointer });

/** The member that is wrong, or that is missing. */
function placeOf({ at, property }: Violation): Place {
  return body(property === undefined || at.endsWith(`/${property}`) ? at : `${at}/${property}`);
}
