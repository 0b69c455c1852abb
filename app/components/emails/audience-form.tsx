import { Form } from '@remix-run/react';
import { type FocusEvent, useMemo, useState } from 'react';
import { AudienceFields } from '#app/components/emails/audience-fields.tsx';
import { listQuery } from '#app/components/listing/list-query.ts';
import { useListForm } from '#app/components/listing/use-list-form.ts';
import { FormStack } from '#app/components/forms/form-layout.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { AUDIENCE_FIELDS, AUDIENCE_MESSAGE, OUTSTANDING_SCHOOLS } from '#app/schemas/audience-targets.ts';
import type { SendScreen } from '#app/schemas/email-send-screens.ts';

interface AudienceFormProps {
  screen: SendScreen;
  search: URLSearchParams;
  /** Called with true when the button is clicked, and with false on the next change. */
  onWanted: (isWanted: boolean) => void;
}

/** Audience fields, written to the URL one second after the last change (specification, section 7). */
export function AudienceForm({ screen, search, onWanted }: AudienceFormProps) {
  const list = useMemo(() => addressOf(screen.template.id), [screen.template.id]);
  const { formProps, generation } = useListForm(list, search, NO_STATE_SELECTED);
  // The URL updates after each change, so errors are only shown for fields that have been visited.
  const [visited, setVisited] = useState<readonly string[]>(Object.keys(screen.issues));
  const visit = (names: readonly string[]) => setVisited((earlier) => [...new Set([...earlier, ...names])]);
  const [isTargetMissing, setIsTargetMissing] = useState(false);
  const issues = isTargetMissing
    ? { target: AUDIENCE_MESSAGE }
    : Object.fromEntries(Object.entries(screen.issues).filter(([name]) => visited.includes(name)));
  return (
    <Panel title="Send to">
      <Form
        method="get"
        action={list.hrefOf(new URLSearchParams())}
        {...formProps}
        onChange={() => {
          onWanted(false);
          formProps.onChange();
        }}
        onBlur={({ target }: FocusEvent) => {
          if (target instanceof HTMLSelectElement) visit([target.name]);
        }}
        onSubmit={(event) => {
          const target = event.currentTarget.querySelector<HTMLSelectElement>('select[name="target"]');
          const isMissing = target?.value === '';
          setIsTargetMissing(isMissing);
          if (isMissing) target.focus();
          visit([...Object.keys(AUDIENCE_FIELDS), 'find']);
          onWanted(true);
          formProps.onSubmit(event);
        }}
      >
        <FormStack>
          <AudienceFields
            key={generation}
            years={screen.years}
            selection={screen.selection}
            issues={issues}
            search={search}
            onTarget={() => {
              setIsTargetMissing(false);
              setVisited([]);
            }}
          />
          <Cluster>
            <Button type="submit" size="sm">
              Show recipients
            </Button>
          </Cluster>
        </FormStack>
      </Form>
    </Panel>
  );
}

/** A URL without states means the default, so NONE marks an empty selection, which the page reports. */
const NO_STATE_SELECTED = {
  names: [],
  tidy: (search: URLSearchParams) => {
    if (search.get('target') === OUTSTANDING_SCHOOLS && !search.has('states')) search.set('states', 'NONE');
  },
};

function addressOf(templateId: string) {
  return listQuery<'name'>({
    path: `/emails/${templateId}/send`,
    sorts: { name: 'Name' },
    largestFirst: [],
    paging: [],
  });
}
