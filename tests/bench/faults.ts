import { note } from '#cli/command-output.ts';
import { buildWhereStale } from '#tests/bench/support/build-where-stale.ts';
import { openStage, type Stage } from '#tests/bench/support/fault-stage.server.ts';
import { Report } from '#tests/bench/support/report.ts';
import { type TrialOptions, parseTrialArguments } from '#tests/bench/support/trial-options.ts';

type Trial = (report: Report, stage: Stage, options: TrialOptions) => Promise<void>;

/** `npm run test:faults -- NAME… [--seed N] [--seconds N]`. Runs all trials by default, loaded on demand. */
const TRIALS: Readonly<Record<string, () => Promise<Trial>>> = {
  R1: async () => (await import('#tests/bench/faults/code-guessing-trial.server.ts')).codeGuessingTrial,
  R2: async () => (await import('#tests/bench/faults/one-sign-in-trial.server.ts')).oneSignInTrial,
  R3: async () =>
    (await import('#tests/bench/faults/unknown-addresses-trial.server.ts')).unknownAddressesTrial,
  R4: async () => (await import('#tests/bench/faults/permissions-trial.server.ts')).permissionsTrial,
  R5: async () => (await import('#tests/bench/faults/fields-trial.server.ts')).fieldsTrial,
  R6: async () => (await import('#tests/bench/faults/creations-trial.server.ts')).creationsTrial,
  R7: async () => (await import('#tests/bench/faults/activations-trial.server.ts')).activationsTrial,
  R8: async () => (await import('#tests/bench/faults/editors-trial.server.ts')).editorsTrial,
  R9: async () => (await import('#tests/bench/faults/approvals-trial.server.ts')).approvalsTrial,
  R10: async () => (await import('#tests/bench/faults/killed-saves-trial.server.ts')).killedSavesTrial,
  R11: async () => (await import('#tests/bench/faults/killed-worker-trial.server.ts')).killedWorkerTrial,
  R12: async () => (await import('#tests/bench/faults/one-key-trial.server.ts')).oneKeyTrial,
  R13: async () => (await import('#tests/bench/faults/mail-server-trial.server.ts')).mailServerTrial,
  R14: async () => (await import('#tests/bench/faults/hostile-inputs-trial.server.ts')).hostileInputsTrial,
  R15: async () => (await import('#tests/bench/faults/formulas-trial.server.ts')).formulasTrial,
  R16: async () => (await import('#tests/bench/faults/foreign-sites-trial.server.ts')).foreignSitesTrial,
  R17: async () => (await import('#tests/bench/faults/headers-trial.server.ts')).headersTrial,
  R18: async () => (await import('#tests/bench/faults/leaks-trial.server.ts')).leaksTrial,
  R19: async () => (await import('#tests/bench/faults/disclosures-trial.server.ts')).disclosuresTrial,
  R20: async () => (await import('#tests/bench/faults/two-of-each-trial.server.ts')).twoOfEachTrial,
  R22: async () => (await import('#tests/bench/faults/mixed-writes-trial.server.ts')).mixedWritesTrial,
  R23: async () => (await import('#tests/bench/faults/largest-lists-trial.server.ts')).largestListsTrial,
  R24: async () => (await import('#tests/bench/faults/held-lock-trial.server.ts')).heldLockTrial,
};

const { names: named, ...options } = parseTrialArguments(process.argv.slice(2));
const unknown = named.filter((name) => !(name in TRIALS));
if (unknown.length > 0) {
  note(
    `There is no trial ${unknown.join(', ')}. Name some of ${Object.keys(TRIALS).join(', ')}, or none for all.`,
  );
  process.exitCode = 2;
} else {
  await buildWhereStale();
  process.exitCode = (await run(named.length === 0 ? Object.keys(TRIALS) : named)) ? 0 : 1;
}

async function run(names: readonly string[]): Promise<boolean> {
  const stage = await openStage();
  try {
    const report = new Report();
    for (const name of names) {
      const trial = await TRIALS[name]?.();
      await trial?.(report, stage, options);
    }
    return report.isMet;
  } finally {
    await stage.close();
  }
}
