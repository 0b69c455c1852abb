import { DesignationTable } from '#app/components/designations/designation-table.tsx';
import { filterCount, hrefOf, orderOf, pageHrefs } from '#app/components/designations/list-url.ts';
import { SelectionForm } from '#app/components/designations/selection-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';

interface DesignationListPanelProps {
  rows: readonly DesignationRow[];
  from: number | null;
  hasPrevious: boolean;
  hasNext: boolean;
  total: number;
  maySelect: boolean;
  search: URLSearchParams;
}

/** A page of the list with pagination. Administrators can select rows. */
export function DesignationListPanel(props: DesignationListPanelProps) {
  const { rows, total, maySelect, search } = props;
  if (rows.length === 0) {
    return (
      <Panel flush>
        <NoDesignations search={search} mayDesignate={!maySelect} />
      </Panel>
    );
  }
  const page = { ...props, firstId: rows[0]?.id, lastId: rows.at(-1)?.id };
  const table = <DesignationTable rows={rows} search={search} selectable={maySelect} />;
  return (
    <Panel
      flush
      footer={
        <Pagination
          one="designation"
          many="designations"
          from={props.from}
          shown={rows.length}
          total={total}
          {...pageHrefs(search, page)}
        />
      }
    >
      {maySelect ? (
        <SelectionForm key={search.toString()} rows={rows} total={total} search={search}>
          {table}
        </SelectionForm>
      ) : (
        table
      )}
    </Panel>
  );
}

function NoDesignations({ search, mayDesignate }: { search: URLSearchParams; mayDesignate: boolean }) {
  if (filterCount(search) > 0) {
    return (
      <EmptyState
        title="No designations match"
        actions={<ButtonLink to={hrefOf(orderOf(search))}>Show all designations</ButtonLink>}
      >
        Try different filters, or clear them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No designations yet"
      actions={mayDesignate ? <ButtonLink to="/">Go to the dashboard</ButtonLink> : null}
    >
      {mayDesignate
        ? 'Start one for your school on the dashboard.'
        : 'They appear here when schools start designating.'}
    </EmptyState>
  );
}
