import { Link } from '@remix-run/react';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';
import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';

export interface Column<Row> {
  key: string;
  /** Column heading; also the value's label in the stacked layout on phones. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row: its row header, and its title when stacked. At most one. */
  rowHeader?: boolean;
  /** Hides the heading visually, for columns of buttons. */
  headerHidden?: boolean;
  align?: 'start' | 'end';
  /** In a `oneLine` table, hides the column where there is less room. */
  isExtra?: boolean;
  nowrap?: boolean;
  /** Leaves the column out on paper. */
  isScreenOnly?: boolean;
  sortHref?: string;
  /** Current order as displayed: ascending is A to Z, oldest first. */
  sorted?: 'ascending' | 'descending';
}

/** Minimum number of columns of a table that switches to the stacked layout earlier. */
const WIDE_COLUMNS = 6;

interface DataTableProps<Row> {
  /** Describes the table to screen readers; visible with `captionVisible`. */
  caption: string;
  captionVisible?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /** For tables whose cells need as much room as many columns. */
  wide?: boolean;
  /** Small print, which stays a table where there is less room. */
  dense?: boolean | undefined;
  /** Keeps each row as low as one line, and stays a table down to a window of 800 px. Long cells need `Clipped`. */
  oneLine?: boolean;
  /** Use plain `<a>` links, which are followed like Remix's, for long lists where each component counts. */
  plainLinks?: boolean;
}

/**
 * A list as a table. On narrow screens each row becomes a block of labeled values, and the sortable headers a line of
 * links. The roles keep it a table for assistive technology.
 */
export function DataTable<Row>({
  caption,
  captionVisible,
  columns,
  rows,
  rowKey,
  empty,
  wide = columns.length >= WIDE_COLUMNS,
  dense = false,
  oneLine = false,
  plainLinks = false,
}: DataTableProps<Row>) {
  const followLinks = useFollowedLinks();
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <div className="table-frame" onClick={plainLinks ? followLinks : undefined}>
      <table
        className={classNames(
          'table table-stacked',
          oneLine ? 'table-dense table-one-line' : wide && 'table-wide',
          dense && 'table-dense',
        )}
        role="table"
      >
        <caption className={captionVisible ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={cellClass(column)}
                aria-sort={column.sorted}
              >
                <ColumnHeading column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => cellOf(column, row))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHeading<Row>({ column }: { column: Column<Row> }) {
  if (column.headerHidden) return <span className="visually-hidden">{column.header}</span>;
  if (!column.sortHref) return <>{column.header}</>;
  return (
    <Link className="sort-link" to={column.sortHref} preventScrollReset>
      {column.header}
      {column.sorted ? <Icon name={column.sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} /> : null}
    </Link>
  );
}

/** Renders a cell. Not a component, because lists render hundreds of cells on the server. */
function cellOf<Row>(column: Column<Row>, row: Row) {
  const content = column.cell(row);
  if (column.rowHeader) {
    return (
      <th
        key={column.key}
        role="rowheader"
        scope="row"
        className={classNames('cell-title', cellClass(column))}
      >
        {content}
      </th>
    );
  }
  return (
    <td
      key={column.key}
      role="cell"
      className={cellClass(column)}
      data-label={column.headerHidden ? undefined : column.header}
    >
      {content}
    </td>
  );
}

function cellClass<Row>(column: Column<Row>): string | undefined {
  const name = classNames(
    column.align === 'end' && 'cell-end',
    column.nowrap && 'cell-nowrap',
    column.isExtra && 'cell-extra',
    column.isScreenOnly && 'screen-only',
  );
  return name || undefined;
}

/** Text that ends in an ellipsis where its `oneLine` table is short of room, with the whole as a tooltip. */
export function Clipped({ wide = false, children }: { wide?: boolean; children: string }) {
  return (
    <span className={classNames('cell-clipped', wide && 'is-wide')} title={children}>
      {children}
    </span>
  );
}
