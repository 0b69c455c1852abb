import { Form } from '@remix-run/react';
import type { recipientList } from '#app/components/deliveries/delivery-list-query.ts';
import { useListForm } from '#app/components/listing/use-list-form.ts';
import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { FieldGrid, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf } from '#app/components/forms/select-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { EMAIL_STATE_LABELS } from '#app/schemas/enums.ts';

interface RecipientFiltersProps {
  query: ReturnType<typeof recipientList>;
  search: URLSearchParams;
}

export function RecipientFilters({ query, search }: RecipientFiltersProps) {
  const { formProps, generation } = useListForm(query, search);
  const applied = query.filterCount(search);
  return (
    <Form method="get" action={query.hrefOf(new URLSearchParams())} {...formProps}>
      <CollapsiblePanel
        title="Filter"
        note={applied === 0 ? undefined : `${applied} applied`}
        defaultOpen={applied > 0}
      >
        <FormStack>
          <FieldGrid key={generation}>
            <TextField
              name="email"
              label="Email"
              span={3}
              width="full"
              defaultValue={search.get('email') ?? ''}
            />
            <CheckboxGroupField
              name="state"
              label="Status"
              span={6}
              options={optionsOf(EMAIL_STATE_LABELS)}
              defaultOptions={search.getAll('state')}
              inline
            />
          </FieldGrid>
          <Cluster>
            <Button type="submit" variant="primary" size="sm">
              Apply filters
            </Button>
            <ButtonLink to={query.hrefOf(new URLSearchParams())} variant="quiet" size="sm">
              Clear filters
            </ButtonLink>
          </Cluster>
        </FormStack>
      </CollapsiblePanel>
    </Form>
  );
}
