import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import { type ApiState, noInternals } from "../../src/session/index.js";
import { exchangeWith, type Written } from "../engine/written-exchange.js";

const path = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;
const contract = deriveContract(loadDescription(path).description);

function problemsOf(response: Written) {
  const judged = noInternals.judge(exchangeWith(contract, "addBook", response), { contract } as ApiState);
  return typeof judged === "string" ? judged : judged.map(({ actual }) => actual.split(":")[0]);
}

describe("an error shows the program behind it, by", () => {
  it.each([
    [
      "a trace of Java",
      "a stack trace",
      "Bad\n\tat org.shop.web.Books$Inner.find(Books.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:829)",
    ],
    [
      "a trace of Python",
      "a stack trace",
      'Traceback (most recent call last):\n  File "/app/x.py", line 3, in get',
    ],
    ["a trace of Node", "a stack trace", "Error: no\n    at Object.<anonymous> (/app/x.js:1:2)"],
    ["a trace of PHP", "a stack trace", "#0 /var/www/x.php(12): find()"],
    ["an error of PHP", "a stack trace", "Fatal error: Uncaught Error in C:\\www\\x.php on line 7"],
    ["a trace of .NET", "a stack trace", "   at Shop.Books.Find(String id) in C:\\src\\Books.cs:line 30"],
    ["a trace of Go", "a stack trace", "panic: nil\n\ngoroutine 1 [running]:\nmain.main()"],
    ["an error of PostgreSQL", "an error of a database", 'ERROR: syntax error at or near "abc"'],
    ["an error of MySQL", "an error of a database", "You have an error in your SQL syntax; check the manual"],
    ["an error of Oracle", "an error of a database", "ORA-01756: quoted string not properly terminated"],
    ["an error of PDO", "an error of a database", "SQLSTATE[42000]: Syntax error"],
    [
      "an error of SQLite",
      "an error of a database",
      "SQLITE_CONSTRAINT: UNIQUE constraint failed: books.title",
    ],
  ])("%s", (_, what, message) => {
    expect(problemsOf({ status: 400, body: { message } })).toEqual([what]);
  });

  it("a page of Express", () => {
    const page =
      "<pre>Error: no<br> &nbsp; &nbsp;at Layer.handle [as x] (/app/node_modules/express/layer.js:95:5)</pre>";
    const headers = { "content-type": "text/html" };

    expect(problemsOf({ status: 400, headers, body: page })).toEqual(["a stack trace"]);
  });
});

describe("an error shows nothing of the program behind it where there is", () => {
  it.each([
    ["prose about SQL", "There is a syntax error in your filter near title: SQL is no query language here"],
    ["prose about stacks", "The stack at /books (most recent first) is empty: look at line 3 of books.txt"],
    ["a time and a place", "Meet at Main Street (12:30:15) at System (main)"],
  ])("%s", (_, message) => {
    expect(problemsOf({ status: 400, body: { message } })).toEqual([]);
  });

  it("no error at all", () => {
    expect(problemsOf({ status: 200, body: { message: "ORA-01756: a tale" } })).toBe("not applicable");
  });
});
