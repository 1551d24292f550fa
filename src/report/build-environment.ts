/** Environment variables, as `process.env`. */
export type BuildEnvironment = Readonly<Record<string, string | undefined>>;

/** The build of a CI server that a run belongs to, in the words of CTRF; what is not given is undefined. */
export function describeBuild(
  environment: BuildEnvironment,
): Readonly<Record<string, string | number | undefined>> {
  const of = (name: string): string | undefined => environment[name] || undefined;
  const number = (name: string): number | undefined =>
    /^\d{1,15}$/.test(of(name) ?? "") ? Number(of(name)) : undefined;
  if (of("GITHUB_ACTIONS") === "true") {
    const repository =
      of("GITHUB_REPOSITORY") && `${of("GITHUB_SERVER_URL") ?? ""}/${of("GITHUB_REPOSITORY")}`;
    return {
      buildName: of("GITHUB_WORKFLOW"),
      buildNumber: number("GITHUB_RUN_NUMBER"),
      buildId: of("GITHUB_RUN_ID"),
      buildUrl: repository && of("GITHUB_RUN_ID") && `${repository}/actions/runs/${of("GITHUB_RUN_ID")}`,
      repositoryName: of("GITHUB_REPOSITORY"),
      repositoryUrl: repository,
      commit: of("GITHUB_SHA"),
      branchName: of("GITHUB_HEAD_REF") ?? of("GITHUB_REF_NAME"),
    };
  }
  if (of("GITLAB_CI") !== "true") return {};
  return {
    buildName: of("CI_PIPELINE_NAME") ?? of("CI_JOB_NAME"),
    buildNumber: number("CI_PIPELINE_IID"),
    buildId: of("CI_PIPELINE_ID"),
    buildUrl: of("CI_PIPELINE_URL"),
    repositoryName: of("CI_PROJECT_PATH"),
    repositoryUrl: of("CI_PROJECT_URL"),
    commit: of("CI_COMMIT_SHA"),
    branchName: of("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME") ?? of("CI_COMMIT_REF_NAME"),
  };
}
