import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { fieldLabel, fieldValue } from '#app/messages/field-labels.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ChangesSinceReturn, StudentChange } from '#app/schemas/designation-comparison.ts';

interface Line {
  readonly key: string;
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/** What the school has changed since the designation was returned, field by field, for the reviewer. */
export function ChangesSinceReturnPanel({ changes }: { changes: ChangesSinceReturn }) {
  const lines = linesOf(changes);
  return (
    <Panel
      title="What changed since it was returned"
      flush={lines.length > 0}
      footer={
        <>
          Compared with the version returned on <AlaskaTime iso={changes.returnedAt} />.
        </>
      }
    >
      {lines.length === 0 ? (
        <p>Nothing has changed since it was returned.</p>
      ) : (
        <DataTable
          caption="What changed since it was returned"
          rows={lines}
          rowKey={({ key }) => key}
          columns={[
            { key: 'what', header: 'Item', rowHeader: true, cell: ({ what }) => what },
            { key: 'from', header: 'When returned', cell: ({ from }) => <Value text={from} /> },
            { key: 'to', header: 'Now', cell: ({ to }) => <Value text={to} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function Value({ text }: { text: string }) {
  return <span className="text-pre-line text-break">{text}</span>;
}

function linesOf({ fields, students, isReordered }: ChangesSinceReturn): Line[] {
  const order: Line = { key: 'order', what: 'Order of students', from: 'Original', to: 'Changed' };
  return [
    ...fields.map(({ field, from, to }) => ({
      key: field,
      what: fieldLabel(field),
      from: fieldValue(field, from),
      to: fieldValue(field, to),
    })),
    ...students.flatMap(studentLines),
    ...(isReordered ? [order] : []),
  ];
}

function studentLines({ id, kind, position, name, fields }: StudentChange): Line[] {
  const who = `${name || 'No name yet'}, student ${position + 1}`;
  if (kind === 'added') return [{ key: `${kind} ${id}`, what: who, from: 'Not on the list', to: 'Added' }];
  if (kind === 'removed') return [{ key: `${kind} ${id}`, what: who, from: 'On the list', to: 'Removed' }];
  return fields.map(({ field, from, to }) => ({
    key: `${id} ${field}`,
    what: `${who}: ${fieldLabel(field)}`,
    from: fieldValue(field, from),
    to: fieldValue(field, to),
  }));
}
