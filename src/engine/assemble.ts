import { concerns } from "../description/index.js";
import type { Redact } from "../transport/index.js";
import { type Cause, findCauses } from "./causes.js";
import { conclude } from "./conclusion.js";
import { keyOf } from "./findings.js";
import { compareFailures } from "./known-failures.js";
import type { Learnt, Report, RequirementReport } from "./report-schema.js";
import { toolVersion } from "./run-options.js";
import type { Session } from "./session.js";
import { type Rate, rateOf } from "./tally.js";
import { countVerdicts, factsOf, type Judgement, rootCausesFirst, worstFirst } from "./verdict.js";

/** Why a run ended early: for trouble, or since the stated duration was over. */
interface Ending {
  readonly trouble: string | undefined;
  readonly timeLimit?: Report["run"]["timeLimit"];
}

/** Makes the report on a run. Text from the target appears in it without the key. */
export function assembleReport(
  session: Session,
  judgements: readonly Judgement[],
  { trouble, timeLimit }: Ending,
): Report {
  const { options, state, profile, recorder } = session;
  const { hide, hideSent } = session.secrecy;
  const failed = rootCausesFirst(judgements.filter(({ groups }) => groups.length > 0).toSorted(worstFirst));
  const passed = judgements.filter(({ verdict }) => verdict === "passed");
  const causes = findCauses(failed, {
    isAnswered: session.tally.isAnswered,
    kept: new Set(passed.map(({ requirement }) => requirement.promise)),
  });
  const numbers = new Map(causes.flatMap(({ groups }, index) => groups.map((group) => [group, index + 1])));
  const { coverage, ...figures } = session.tally.figures();
  const { only, strict = false, requireTested = profile.requireTested } = options;
  const knowledge = session.suite.knowledgeUse?.(state) ?? [];
  const account = session.suite.account?.(state);
  const { left = [] } = account ?? {};
  const learnt = session.suite.learnt?.(state) ?? [];
  const changed = session.suite.leftChanges?.(state) ?? [];
  const { scheme } = options.contract.known ?? {};
  const asked = { strict, requireTested, ...(only === undefined ? {} : { only }) };
  return {
    format: "pedigree-report/1",
    tool: { name: "pedigree", version: toolVersion, node: process.version },
    contract: {
      version: options.contract.version,
      requirements: options.contract.requirements.length,
      digest: options.contract.digest,
      ...(options.contract.mapping === undefined ? {} : { mapping: options.contract.mapping }),
    },
    target: {
      ...(options.targetName === undefined ? {} : { name: options.targetName }),
      baseUrl: options.baseUrl,
      ...(options.spec === undefined ? {} : { spec: options.spec }),
      ...(options.overlays === undefined ? {} : { overlays: options.overlays }),
      ...(scheme === undefined ? {} : { scheme }),
      embedded: options.embedded ?? false,
    },
    run: {
      id: session.id,
      startedAt: session.startedAt.toISOString(),
      duration: Math.round(state.clock.elapsed()),
      profile: profile.name,
      seed: session.seed,
      now: state.clock.now.toISOString(),
      requests: session.client.sent(),
      created: account?.created ?? state.budget.spent(),
      ...(account === undefined ? {} : { deleted: account.deleted }),
      ...(left.length === 0
        ? {}
        : { left: left.map(({ item }) => hide(item)), leftReasons: reasonsOf(left, hide) }),
      ...(changed.length === 0
        ? {}
        : {
            unrestored: changed.map((each) => ({
              ...each,
              before: hide(each.before),
              reason: hide(each.reason),
            })),
          }),
      readOnly: state.settings.readOnly,
      ...(options.strict === true ? { strict: true as const } : {}),
      categories: [...state.accepted].map((each) => hide(`${each}`)),
      interrupted: options.signal?.aborted ?? false,
      ...(timeLimit === undefined ? {} : { timeLimit }),
      ...(knowledge.length === 0 ? {} : { knowledge }),
      ...(learnt.length === 0
        ? {}
        : {
            learnt: learnt.map(({ value, example, ...each }) => ({
              ...each,
              ...(value !== undefined && { value: hidden(value, hide) }),
              ...(example !== undefined && {
                example: typeof example === "string" ? hide(example) : example,
              }),
              message: hide(each.message),
            })),
          }),
      ...(options.shard === undefined ? {} : { shard: { ...options.shard, ...asked } }),
    },
    conclusion: conclude(judgements, {
      ...options,
      // The requirements that a shard leaves to the others show when they are merged.
      requireTested: asked.requireTested && options.shard === undefined,
      trouble,
      timeLimit,
      unserved: session.suite.unserved?.(state) ?? [],
      unjudged: session.suite.unjudged?.(options.contract),
      scheme,
      comparison: compareFailures(
        options.knownFailures,
        causes.flatMap(({ groups }) => groups.flatMap(({ places }) => places)),
        judgements,
      ),
    }),
    counts: countVerdicts(judgements),
    requirements: judgements.map((judgement) => ({
      ...reportRequirement(judgement, session),
      findings: [...new Set(judgement.groups.map((group) => numbers.get(group) ?? 0))],
    })),
    findings: causes.map((cause, index) => recorder.finding(cause, index + 1, rateOfCause(cause, session))),
    statistics: {
      ...figures,
      ...(session.drawn.cases === 0 ? {} : { random: session.drawn }),
      coverage: coverage.map((each) => ({ ...each, label: hideSent(each.label) })),
    },
    exchanges: recorder.logged(),
  };
}

/** By address: why an item was not deleted. */
function reasonsOf(
  left: readonly { readonly item: string; readonly reason?: string }[],
  hide: Redact,
): Record<string, string> {
  return Object.fromEntries(
    left.flatMap(({ item, reason }) => (reason === undefined ? [] : [[hide(item), hide(reason)]])),
  );
}

/** How often it was seen in the check that had most occasion to show it. */
function rateOfCause({ group: { finding } }: Cause, { attempts }: Session): Rate | undefined {
  const rates = attempts.all().flatMap(({ counts, shown }) => {
    const seen = shown.get(keyOf(finding));
    const of = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return seen === undefined ? [] : [{ seen, of }];
  });
  const [most] = rates.toSorted((left, right) => right.of - left.of);
  return most && rateOf(most.seen, most.of);
}

function reportRequirement(
  { requirement, verdict, reason, lacks, waiver }: Judgement,
  { responseChecks, scenariosFor, state, attempts, secrecy }: Session,
): Omit<RequirementReport, "findings"> {
  const own = scenariosFor(requirement.id);
  const watching = responseChecks.filter(({ id }) => concerns(requirement, id));
  const observations = [...(state.statistics.observations.get(requirement.id) ?? [])];
  return {
    ...factsOf(requirement),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(waiver === undefined ? {} : { waiver }),
    checks: [
      ...watching.map(({ id, title }) => ({
        id,
        title,
        inputs: { judged: state.statistics.judged.get(id) ?? 0 },
      })),
      ...own.map((check) => {
        const { counts, duration } = attempts.of(check);
        return { id: check.id, title: check.title, inputs: counts, duration: Math.round(duration) };
      }),
    ],
    observations: observations.map(([choice, count]) => ({ choice: secrecy.hideQuoted(choice), count })),
  };
}

/** The value of a rule without secrets. */
function hidden(value: NonNullable<Learnt["value"]>, hide: (text: string) => string): typeof value {
  if (typeof value === "number") return value;
  return typeof value === "string" ? hide(value) : value.map(hide);
}
