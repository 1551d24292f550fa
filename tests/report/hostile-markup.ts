/** What a server may send to be more than letters where a report is shown as Markdown, as HTML or in a CI log. */
export const hostileMarkup = [
  "`````\n```\n~~~\n</details></pre></code><img src=x onerror=alert(1)><!--",
  "[click](http://evil.test) ![pixel](http://evil.test/x.png) <http://evil.test> www.evil.test",
  "@octocat octo/cat#1 #1 GH-1 a@evil.test :skull: $`x`$ | cell | [^1]",
  "# heading\r\n::error title=x::owned\n##[error]owned\n##vso[task.complete]\n[[ATTACHMENT|/etc/passwd]]",
].join("\n");
