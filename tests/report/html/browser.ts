/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import chromium from "@sparticuz/chromium";
import type { RunOptions } from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Starts Chromium. With a process of its own for pages: else the first that is closed ends all. */
export async function openBrowser(): Promise<Browser> {
  const args = chromium.args.filter((each) => each !== "--single-process" && each !== "--no-zygote");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}

/** A page that was opened, and what it did besides. */
export interface Opened {
  readonly page: Page;
  /** Addresses that it asked for. */
  readonly requests: readonly string[];
  /** Dialogs and messages, errors of its scripts and of its security policy among them. */
  readonly noises: readonly string[];
}

/** Shows HTML in a page of its own. */
export async function show(
  browser: Browser,
  html: string,
  options: { readonly width?: number; readonly scripts?: boolean } = {},
): Promise<Opened> {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1280, height: 900 },
    javaScriptEnabled: options.scripts ?? true,
  });
  const requests: string[] = [];
  const noises: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => {
    noises.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // Playwright's own way to learn that the content has been set.
    if (!message.text().startsWith("--playwright--")) noises.push(message.text());
  });
  page.on("pageerror", (error) => noises.push(error.message));
  await page.setContent(html);
  return { page, requests, noises };
}

/** Links that lead out of the page, or nowhere in it. */
export function findDeadLinks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a")]
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null),
  );
}

/** How wide all of a page is on a phone that is 360 wide, everything unfolded. */
export async function widthOnPhone(page: Page): Promise<number> {
  await page.setViewportSize({ width: 360, height: 800 });
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    return document.documentElement.scrollWidth;
  });
}

/** What axe-core finds wrong with a page, in light and dark, as rule and place. Long lists are shortened first: their entries are alike. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    const lists = "#exchanges ol, #requirements tbody, #coverage tbody, .row ul, #broken";
    for (const { children } of document.querySelectorAll(lists))
      for (const alike of [...children].slice(6)) alike.remove();
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await page.evaluate(axeSource);
  const look = async (colorScheme: "light" | "dark", options: RunOptions): Promise<readonly string[]> => {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${colorScheme}: ${id}: ${target.join(" ")}`),
    );
  };
  // In the dark, only colours differ.
  return [...(await look("light", {})), ...(await look("dark", { runOnly: ["color-contrast"] }))];
}

declare global {
  interface Window {
    readonly axe: typeof import("axe-core");
  }
}
