// What Portman is to test, as in the examples of its documentation.
const yes = { enabled: true };
const fuzzed = {
  requiredFields: yes,
  minimumNumberFields: yes,
  maximumNumberFields: yes,
  minLengthFields: yes,
  maxLengthFields: yes,
};

/** Portman's contract tests with the described status, and its variations: a bad credential, and its fuzzing of bodies and queries. */
export function portmanConfig(document, { key, invalid, portman }) {
  const all = { openApiOperation: "*::/*" };
  const variations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      [
        ["Unauthorized", 401],
        ["Invalid", invalid],
      ].flatMap(([name, status]) => {
        const openApiResponse = [`${status}`, "default"].find((each) => responses[each] !== undefined);
        if (openApiResponse === undefined) return [];
        const tests = {
          contractTests: [{ statusCode: { enabled: true, code: status }, schemaValidation: yes }],
        };
        const change =
          status === 401
            ? { overwrites: [{ overwriteRequestSecurity: portman("bogus") }] }
            : { fuzzing: [{ requestBody: [fuzzed] }, { requestQueryParams: [fuzzed] }] };
        const openApiOperation = `${method.toUpperCase()}::${path}`;
        return [{ openApiOperation, openApiResponse, variations: [{ name, ...change, tests }] }];
      }),
    ),
  );
  const checks = ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"];
  const statuses = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const code = Number(Object.keys(responses).find((each) => each.startsWith("2")));
      return { openApiOperation: `${method.toUpperCase()}::${path}`, statusCode: { enabled: true, code } };
    }),
  );
  const contractTests = [...checks.map((check) => ({ ...all, [check]: yes })), ...statuses];
  return {
    version: 1,
    tests: { contractTests, variationTests: variations },
    globals: { stripResponseExamples: true, securityOverwrites: portman(key) },
  };
}
