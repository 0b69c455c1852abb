import { Form } from '@remix-run/react';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

interface DeletePanelProps {
  /** What is deleted: 'email template'. */
  noun: string;
  /** What the button names; by default the noun. */
  name?: string;
  version: number;
  /** The question that must be confirmed. */
  message: string;
}

/** The form that deletes what a page shows. Sends the intent `delete` with the version. */
export function DeletePanel({ noun, name, version, message }: DeletePanelProps) {
  const label = `Delete ${name ?? noun}`;
  return (
    <Panel title={`Delete this ${noun}`} isScreenOnly>
      <Form method="post">
        <input type="hidden" name="version" value={version} />
        <ConfirmSubmitButton
          name="intent"
          value="delete"
          variant="danger"
          icon="trash"
          question={{
            title: `Delete ${name ?? `this ${noun}`}?`,
            message,
            confirmLabel: label,
            tone: 'danger',
          }}
        >
          {label}
        </ConfirmSubmitButton>
      </Form>
    </Panel>
  );
}
