import { DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { FieldName, WithCode } from '#app/components/reference/with-code.tsx';
import { counted } from '#app/lib/text/counted.ts';
import type { ReferenceCall, ReferenceField } from '#app/schemas/api-reference.ts';

/** A call with everything that it accepts and returns. */
export function CallPanel({ call }: { readonly call: ReferenceCall }) {
  const { id, method, path, summary, description, parameters, body, response, responseFields, curl } = call;
  return (
    <div id={id} className="reference-call">
      <Panel title={summary}>
        <p>
          <code className="text-break">
            {method} {path}
          </code>
        </p>
        <p>
          <WithCode text={description} />
        </p>
        <pre className="code-sample" tabIndex={0} role="group" aria-label={`Example: ${summary}`}>
          {curl}
        </pre>
        <Fields title="Parameters" of={summary} fields={parameters} />
        <Fields title="Body" of={summary} fields={body} />
        <p className="mb-2">Returns: {response}</p>
        <Fields title="Response" of={summary} fields={responseFields} isResponse />
      </Panel>
    </div>
  );
}

interface FieldsProps {
  readonly title: string;
  /** The call's summary, for the table's caption. */
  readonly of: string;
  readonly fields: readonly ReferenceField[];
  readonly isResponse?: boolean;
}

function Fields({ title, of, fields, isResponse = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <details className="mb-2">
      <summary>
        {title} ({counted(fields.length, 'field')})
      </summary>
      <DataTable
        caption={`${title}: ${of}`}
        rows={fields}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            header: 'Name',
            rowHeader: true,
            cell: ({ name }) => <FieldName name={name} />,
          },
          { key: 'type', header: 'Type', cell: ({ type }) => <span className="text-break">{type}</span> },
          {
            key: 'isRequired',
            header: isResponse ? 'Always present' : 'Required',
            cell: ({ isRequired }) => (isRequired ? 'Yes' : 'No'),
          },
          {
            key: 'description',
            header: 'Description',
            cell: ({ description }) => <WithCode text={description} />,
          },
        ]}
      />
    </details>
  );
}
