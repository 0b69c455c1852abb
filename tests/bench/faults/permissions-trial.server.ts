import { note } from '#cli/command-output.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import {
  formSent,
  openPermissionStage,
  type PermissionStage,
} from '#tests/bench/support/permission-stage.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { servedOutcome } from '#tests/bench/support/served-outcome.server.ts';
import { inTurn } from '#tests/contract/in-turn.ts';
import { WHO } from '#tests/contract/callers.ts';
import { CALL_MATRIX, type CallRow } from '#tests/contract/permission-matrix.ts';
import { hiddenNamesFor } from '#tests/contract/permission-scene.server.ts';
import { returnPath, isRefusal, type ScreenRow } from '#tests/contract/screen-outcomes.ts';
import { SCREEN_MATRIX } from '#tests/contract/screen-matrix.ts';

const EXAMPLES = 12;

interface Cells {
  count: number;
  readonly different: string[];
  /** Names in responses to callers who may not see them. */
  readonly leaked: string[];
  readonly changed: string[];
}

/** R4: every REST call, page, form, and script call, as every role, against the contract tests' matrices. */
export async function permissionsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const opened = await openPermissionStage(keep, stage);
    const cells: Cells = { count: 0, different: [], leaked: [], changed: [] };
    for (const [name, row] of Object.entries(CALL_MATRIX)) {
      await guarded(opened, cells, name, () => tryCall(opened, cells, name, row));
    }
    for (const [name, row] of Object.entries(SCREEN_MATRIX)) {
      await guarded(opened, cells, name, () => tryScreen(opened, cells, name, row));
    }
    report.add(plainFigure('R4', 'calls and screens × who asks', 'cells', [cells.count], { atLeast: 1_000 }));
    tell(report, 'responses that are not documented', cells.different);
    tell(report, 'leaked what the reader may not know', cells.leaked);
    tell(report, 'refused and something changed', cells.changed);
  });
}

async function guarded({ snapshot }: PermissionStage, cells: Cells, name: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    cells.changed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    await snapshot.restore();
  }
}

async function tryCall({ scene, snapshot }: PermissionStage, cells: Cells, name: string, row: CallRow) {
  const [method = '', template = ''] = name.split(' ');
  await inTurn(WHO, {
    snapshot,
    isRead: method === 'GET',
    isRefused: (_who, index) => (row.statuses[index] ?? 0) >= 400,
    ask: async (who) => {
      const path = `/api/${row.path?.(scene) ?? template}`;
      const { status, body } = await scene.clients[who].send(method, path, row.body?.(scene));
      const expected = row.statuses[WHO.indexOf(who)];
      cells.count += 1;
      if (status !== expected) cells.different.push(`${name} as ${who}: ${status}, not ${expected}`);
      const text = JSON.stringify(body);
      const names = hiddenNamesFor(scene, who).filter((one) => text.includes(one));
      if (names.length > 0) cells.leaked.push(`${name} as ${who}: ${names.join(', ')}`);
    },
  });
}

async function tryScreen(opened: PermissionStage, cells: Cells, name: string, row: ScreenRow) {
  const { scene, snapshot } = opened;
  const { before, outcomes } = row;
  const [method = '', pattern = ''] = name.split(' ');
  await inTurn(WHO, {
    snapshot,
    isRead: method === 'GET',
    isRefused: (_who, index) => isRefusal(outcomes[index] ?? ''),
    before: before === undefined ? undefined : () => before(scene),
    ask: async (who) => {
      const path = row.path?.(scene) ?? pattern;
      const fields = await row.form?.(scene);
      const sent = fields === undefined ? { body: row.body?.(scene), headers: {} } : formSent(fields);
      const response = await scene.clients[who].send(method, path, sent.body, sent.headers);
      const expected = outcomes[WHO.indexOf(who)] ?? '';
      cells.count += 1;
      const found = await servedOutcome(response, opened.settings, {
        expected,
        returnTo: returnPath(row, scene, path),
      });
      if (found !== null) cells.different.push(`${name} as ${who}: ${found}, not ${expected}`);
      const sentText = decodeURIComponent(JSON.stringify([path, sent.body]));
      const text = JSON.stringify([response.body, ...response.headers]);
      const names = hiddenNamesFor(scene, who).filter((one) => text.includes(one) && !sentText.includes(one));
      if (names.length > 0) cells.leaked.push(`${name} as ${who}: ${names.join(', ')}`);
    },
  });
}

function tell(report: Report, what: string, found: readonly string[]): void {
  report.add(countFigure('R4', what, 'cells', found.length));
  for (const line of found.slice(0, EXAMPLES)) note(`  ${line}`);
}
