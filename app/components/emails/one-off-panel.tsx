import { Form, Link } from '@remix-run/react';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { STARTER_LABELS, STARTERS } from '#app/schemas/email-starters.ts';

interface OneOffPanelProps {
  /** Whether the page lists the one-off emails. */
  isOneOff: boolean;
  oneOffs: number;
}

/** Starts a one-off email, and links to those that exist. */
export function OneOffPanel({ isOneOff, oneOffs }: OneOffPanelProps) {
  return (
    <Panel title="Write a one-off email" isScreenOnly>
      <Form method="post">
        <FormStack>
          <p className="span-6 mb-0">
            A one-off email isn&apos;t listed with the templates. Once it&apos;s sent, you&apos;ll also find
            it under Sent emails.
          </p>
          <SelectField
            name="startWith"
            id="one-off-start"
            label="Start with"
            emptyLabel="A blank email"
            width="md"
            options={STARTERS.map((starter) => ({ value: starter, label: STARTER_LABELS[starter] }))}
          />
          <FormActions>
            <SubmitButton variant="outline" name="intent" value="oneOff" pendingLabel="Creating…">
              Write a one-off email
            </SubmitButton>
            {isOneOff ? (
              <Link to="/emails">Show email templates</Link>
            ) : oneOffs === 0 ? null : (
              <Link to="/emails?oneOff=true">Show {counted(oneOffs, 'one-off email', 'one-off emails')}</Link>
            )}
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
