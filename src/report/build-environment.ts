/** Environment variables, as `process.env`. */
export type BuildEnvironment = Readonly<Record<string, string | undefined>>;

/** The build of a CI server that a run belongs to, in the words of CTRF; nothing where there is none. */
export function describeBuild(environment: BuildEnvironment): Readonly<Record<string, string | number>> {
  const of = (name: string): string => environment[name] ?? "";
  if (of("GITHUB_ACTIONS") === "true") {
    const repository = `${of("GITHUB_SERVER_URL")}/${of("GITHUB_REPOSITORY")}`;
    return present({
      buildName: of("GITHUB_WORKFLOW"),
      buildNumber: of("GITHUB_RUN_NUMBER"),
      buildId: of("GITHUB_RUN_ID"),
      buildUrl: of("GITHUB_RUN_ID") === "" ? "" : `${repository}/actions/runs/${of("GITHUB_RUN_ID")}`,
      repositoryName: of("GITHUB_REPOSITORY"),
      repositoryUrl: of("GITHUB_REPOSITORY") === "" ? "" : repository,
      commit: of("GITHUB_SHA"),
      branchName: of("GITHUB_HEAD_REF") || of("GITHUB_REF_NAME"),
    });
  }
  if (of("GITLAB_CI") === "true") {
    return present({
      buildName: of("CI_PIPELINE_NAME") || of("CI_JOB_NAME"),
      buildNumber: of("CI_PIPELINE_IID"),
      buildId: of("CI_PIPELINE_ID"),
      buildUrl: of("CI_PIPELINE_URL"),
      repositoryName: of("CI_PROJECT_PATH"),
      repositoryUrl: of("CI_PROJECT_URL"),
      commit: of("CI_COMMIT_SHA"),
      branchName: of("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME") || of("CI_COMMIT_REF_NAME"),
    });
  }
  return {};
}

/** What was given; the build's number as a number, or not at all. */
function present(texts: Readonly<Record<string, string>>): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([name, text]) => (name === "buildNumber" ? /^\d{1,15}$/.test(text) : text !== ""))
      .map(([name, text]) => [name, name === "buildNumber" ? Number(text) : text]),
  );
}
