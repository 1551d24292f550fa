import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/program.js";
import { invariants, properties } from "../../src/properties/index.js";
import {
  renderCliPage,
  renderConfigurationPage,
  renderRequirementsPage,
} from "../../tools/reference-pages.js";
import { foreseenMessages } from "./messages.js";
import { anchorsOf, blocksOf, linksOf, type Page, pages, root } from "./pages.js";

const textOf = (path: string): string => readFileSync(root + path, "utf8");
const named = pages.map((page): readonly [string, Page] => [page.path, page]);

/** Returns the links of a page that lead to no file, or to no heading of a page. */
function brokenLinks(page: Page): readonly string[] {
  return linksOf(page).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [address = "", anchor] = link.split("#");
    const path = address === "" ? page.path : relative(root, join(root, dirname(page.path), address));
    if (!existsSync(root + path)) return true;
    return anchor !== undefined && !anchorsOf({ path, text: textOf(path) }).includes(anchor);
  });
}

describe("every link leads somewhere:", () => {
  it.each(named)("those of %s", (_path, page) => {
    expect(linksOf(page).length + blocksOf(page, "sh").length).toBeGreaterThan(0);
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each(["no-such-page.md", "ci.md#no-such-heading", "#no-such-heading"])("not: %s", (link) => {
    expect(brokenLinks({ path: "docs/reports.md", text: `[there](${link})` })).toEqual([link]);
  });
});

describe("the README", () => {
  it("has at most 130 lines", () => {
    expect(textOf("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  });
});

describe("docs/README.md", () => {
  it("links to every page", () => {
    const links = pages.filter(({ path }) => path === "docs/README.md").flatMap(linksOf);
    const missing = pages.filter(({ path }) => path.startsWith("docs/") && !path.endsWith("/README.md"));
    expect(
      missing.map(({ path }) => path.slice("docs/".length)).filter((path) => !links.includes(path)),
    ).toEqual([]);
  });
});

const withHeadings = named.filter(([path]) => path.startsWith("docs/"));

describe("an example comes before the first heading of a section:", () => {
  it.each(withHeadings)("in %s", (_path, { path, text }) => {
    const [beginning = ""] = text.split("\n## ");
    expect(blocksOf({ path, text: beginning }, "sh", "ts", "js").length).toBeGreaterThan(0);
  });
});

describe("generated pages are those that npm run docs writes:", () => {
  it("docs/cli.md", () => {
    expect(textOf("docs/cli.md")).toBe(renderCliPage(buildProgram()));
  });

  it("docs/requirements.md", () => {
    expect(textOf("docs/requirements.md")).toBe(renderRequirementsPage([...properties, ...invariants]));
  });

  it("docs/configuration.md", () => {
    expect(textOf("docs/configuration.md")).toBe(
      renderConfigurationPage(JSON.parse(textOf("spec/config.schema.json"))),
    );
  });
});

describe("docs/contributing.md", () => {
  it("shows a property as it is", () => {
    const [shown] = blocksOf({ path: "", text: textOf("docs/contributing.md") }, "ts");
    expect(shown?.text).toBe(textOf("src/properties/paging/page-size.ts"));
  });
});

describe("docs/troubleshooting.md", () => {
  it("has every message of exit codes 2 and 3", () => {
    const plain = (text: string): string => text.replaceAll(/[`\\]/g, "").replaceAll(/\s+/g, " ");
    const page = plain(textOf("docs/troubleshooting.md"));
    const messages = foreseenMessages();
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter((message) => !page.includes(plain(message)))).toEqual([]);
  });
});
