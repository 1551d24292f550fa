import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { accepting, type Case, type CredentialName, describeCredential } from "../../../generate/index.js";
import { type ApiScenario, type Context, freshBaseline } from "../requests/baseline.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import { slugOf } from "../requests/requests.js";
import type { ApiState } from "../session/state.js";

/** The last characters of a token may be padding, and its scheme may be written in any letters. */
const nearMisses = ["first character removed", "middle character changed", "characters appended"] as const;

/** A key that nobody has. */
export function wrongKey(state: ApiState) {
  return { kind: "wrong", key: `wrong-${state.words.marker()}` } as const;
}

/** Faults that a server overlooks at all operations alike, as a rule: each of them gets one of these, by its index. */
const inTurn: readonly CredentialName[] = [{ kind: "half" }, { kind: "wrong", key: "" }];

const badCredentials = (state: ApiState, index: number): readonly CredentialName[] => [
  { kind: "missing" },
  wrongKey(state),
  ...inTurn.slice(index % inTurn.length).slice(0, 1),
  ...nearMisses
    .filter((miss) => state.key.misses.includes(miss))
    .map((miss) => ({ kind: "near-miss", miss }) as const),
];

/** Sends a request with another credential than the usual one; returns the status. @throws Skip as `refusalStatus` does */
export async function sendWith(t: Context, request: Case, credential: CredentialName): Promise<number> {
  const accepts = accepting(401, 403);
  const label = describeCredential(credential);
  return effectiveStatus(await t.send({ ...request, accepts, credential, label }));
}

/** The fault of a server that serves it. */
export function served(status: number, credential: CredentialName) {
  return {
    problem: "served",
    expected: "401, or another refusal",
    actual: `${status} with ${describeCredential(credential)}`,
    at: { in: "status" } as const,
  };
}

/**
 * Nobody is served without a valid credential. The first scenario learns who is; the others judge, since a server of which
 * no operation asks for any lacks a gateway rather than a check in each.
 */
export function credentialScenarios(operations: readonly Operation[]): readonly ApiScenario[] {
  const send = async (t: Context, operation: Operation, credential: CredentialName): Promise<number> => {
    // A smaller body may be refused before the credential is looked at.
    return sendWith(t, freshBaseline(t, operation).request, credential);
  };
  const everywhere: ApiScenario = {
    id: "request/credential",
    title: "some operation asks for a credential",
    phase: "final",
    expects: operations.map((each) => `${slugOf(each)}/credential`),
    inputs: ({ learned: { unauthenticated } }) =>
      unauthenticated.refused() === 0 && unauthenticated.served.size > 1
        ? [[...unauthenticated.served][0]]
        : [],
    run: async (t, id) => {
      const operation = operations.find((each) => each.id === id);
      if (operation === undefined) return;
      const status = await send(t, operation, { kind: "missing" });
      t.expect(!isSuccess(status), {
        ...served(status, { kind: "missing" }),
        check: `${slugOf(operation)}/credential`,
        problem: "no operation asks for a credential",
        expected: "401 from some operation: is what stands in front of the server missing?",
      });
    },
  };
  return [
    ...operations.flatMap((operation, index): readonly ApiScenario[] => {
      const id = `${slugOf(operation)}/credential`;
      const title = `${operation.id} serves nobody without a valid credential`;
      return [
        {
          id,
          title,
          phase: "read",
          inputs: (state) => badCredentials(state, index),
          run: async (t, input) => {
            const status = await send(t, operation, input as CredentialName);
            if (status === 409)
              throw new Skip("untested", "the server answers 409 before it looks at the credential");
            if (!isSuccess(status)) {
              t.state.learned.noteUnauthenticated(operation, false);
              return t.expectNone([]);
            }
            t.state.learned.noteUnauthenticated(operation, true);
            throw new Skip("untested", "no operation asks for a credential");
          },
        },
        {
          id: `${id}/unlike-others`,
          title,
          phase: "credentials",
          inputs: (state) => {
            const { refused, served: some } = state.learned.unauthenticated;
            const isAlone = operations.length === 1;
            return some.has(operation.id) && (refused() > 0 || isAlone) ? badCredentials(state, index) : [];
          },
          run: async (t, input) => {
            const credential = input as CredentialName;
            const status = await send(t, operation, credential);
            t.expect(!isSuccess(status), { check: id, ...served(status, credential) });
          },
        },
      ];
    }),
    ...(operations.length > 1 ? [everywhere] : []),
  ];
}
