import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationOrder, reversed } from './designation-order.ts';
import { designationsWhere } from './designation-list-queries.server.ts';
import type { CursorPage } from './designation-page-queries.server.ts';
import { getListPanel, type ListPanel, readListRows } from './designation-screen-queries.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { DesignationFilter, DesignationListPageQuery } from '#app/schemas/designation.ts';
import type { DesignationListResponse, DesignationRow } from '#app/schemas/designation-screens.ts';

interface PageRows extends Pick<DesignationListResponse, 'from' | 'hasPrevious' | 'hasNext'> {
  readonly rows: DesignationRow[];
}

export interface ListPage extends PageRows {
  readonly panel: ListPanel;
}

/**
 * Returns a page of the designations that the actor may see, in two statements at any depth. Starts or ends
 * at the URL's row, so that added and removed rows don't make others repeat or disappear.
 * @throws {Invalid} for reversed bounds, or when the actor may not see the school or the row
 */
export async function getListPage(ctx: Ctx, address: DesignationListPageQuery): Promise<ListPage> {
  const panel = await getListPanel(ctx, address);
  assertKnown(address, panel);
  assertInOrder(address);
  return { panel, ...(await pageRows(ctx, address, panel)) };
}

async function pageRows(ctx: Ctx, address: DesignationListPageQuery, panel: ListPanel): Promise<PageRows> {
  const { total } = panel;
  const where = designationsWhere(ctx, address);
  /** One extra row tells whether there is another page. */
  const read = async (order: DesignationOrder, after: CursorPage['after'], size: number) => {
    const rows = await readListRows(ctx, where, order, { after, limit: size + 1 });
    return { shown: rows.slice(0, size), isMore: rows.length > size };
  };
  const first = async () => {
    const { shown, isMore } = await read(address, undefined, SCREEN_PAGE_SIZE);
    return { rows: shown, from: 1, hasPrevious: false, hasNext: isMore };
  };
  const last = async () => {
    const size = total % SCREEN_PAGE_SIZE || SCREEN_PAGE_SIZE;
    const { shown, isMore } = await read(reversed(address), undefined, size);
    const from = Math.max(1, total - shown.length + 1);
    return { rows: shown.reverse(), from, hasPrevious: isMore, hasNext: false };
  };

  if (address.last === true) return last();
  if (panel.cursor === null) return first();
  const known = address.position ?? null;
  if (address.after !== undefined) {
    const { shown, isMore } = await read(address, panel.cursor, SCREEN_PAGE_SIZE);
    if (shown.length === 0) return last();
    const from = isMore ? known : Math.max(1, total - shown.length + 1);
    return { rows: shown, from, hasPrevious: true, hasNext: isMore };
  }
  const { shown, isMore } = await read(reversed(address), panel.cursor, SCREEN_PAGE_SIZE);
  if (shown.length < SCREEN_PAGE_SIZE) return first();
  return { rows: shown.reverse(), from: isMore ? known : 1, hasPrevious: isMore, hasNext: true };
}

function assertKnown(address: DesignationListPageQuery, { highSchool, cursor }: ListPanel): void {
  const issues = [];
  if (address.highSchoolId !== undefined && highSchool === null) {
    issues.push({ path: [], message: DESIGNATION_MESSAGES.noSuchSchool });
  }
  const row = address.after === undefined ? 'before' : 'after';
  if (address[row] !== undefined && cursor === null) {
    issues.push({ path: [], message: DESIGNATION_MESSAGES.pageStartGone });
  }
  if (issues.length > 0) throw new Invalid(issues);
}

const BOUNDS = [
  ['afterDate', 'beforeDate', DESIGNATION_MESSAGES.updatedBounds],
  ['downloadAfterDate', 'downloadBeforeDate', DESIGNATION_MESSAGES.downloadedBounds],
] as const satisfies (readonly [keyof DesignationFilter, keyof DesignationFilter, string])[];

/** Compares days with days and times with times; the query handles mixed bounds. */
function assertInOrder(filter: DesignationFilter): void {
  const issues = BOUNDS.flatMap(([lower, upper, message]) => {
    const [from = '', to = ''] = [filter[lower], filter[upper]];
    return from.length === to.length && from > to ? [{ path: [], message }] : [];
  });
  if (issues.length > 0) throw new Invalid(issues);
}
