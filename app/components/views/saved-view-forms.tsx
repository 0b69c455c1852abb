import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { type ServerReply, sentText } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { SavedView } from '#app/schemas/saved-view.ts';
import { VIEW_NAME_MAX } from '#app/schemas/view-lists.ts';

const fetchNewCheck = async () => (await import('./view-validation.ts')).checkNewView;
const fetchRenameCheck = async () => (await import('./view-validation.ts')).checkRenamedView;

/** A view that a list's form could not save, with what was typed. */
export function RefusedViewForm({ reply }: { reply: ServerReply }) {
  const { formProps, errorsOf, summary, loaded } = useLazyForm({
    id: 'new-view',
    reply,
    fetchCheck: fetchNewCheck,
  });
  const list = sentText(reply, 'list') ?? '';
  const query = sentText(reply, 'query') ?? '';
  return (
    <Panel title="Save view" isScreenOnly>
      <Form method="post" {...formProps}>
        {loaded}
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={query} />
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <NameField id="new-view-name" value={sentText(reply, 'name') ?? ''} errors={errorsOf('name')} />
          <FormActions>
            <SubmitButton>Save view</SubmitButton>
            <ButtonLink to={`/${list}?${query}`} variant="quiet">
              Cancel
            </ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

/** One view: its link, and the forms that rename and delete it. */
export function SavedViewItem({ view, reply }: { view: SavedView; reply: ServerReply }) {
  const id = `view-${view.id}`;
  const own = reply?.initialValue?.['id'] === view.id ? reply : undefined;
  // A refused deletion sends no name.
  const isRenaming = own?.initialValue?.['intent'] === 'rename';
  const { formProps, errorsOf, summary, loaded } = useLazyForm({
    id,
    reply: own,
    fetchCheck: fetchRenameCheck,
  });
  const path = `/${view.list}${view.query === '' ? '' : `?${view.query}`}`;
  return (
    <li className="saved-view">
      <h3 className="m-0">
        <Link to={path}>{view.name}</Link>
      </h3>
      <ErrorSummary form={summary} refusal={own} />
      <Cluster>
        <Form method="post" className="field-and-button" {...formProps}>
          {loaded}
          <input type="hidden" name="id" value={view.id} />
          <input type="hidden" name="version" value={view.version} />
          <NameField
            id={`${id}-name`}
            value={(isRenaming ? sentText(own, 'name') : undefined) ?? view.name}
            errors={errorsOf('name')}
          />
          <SubmitButton variant="outline" name="intent" value="rename">
            Rename<VisuallyHidden> the view {view.name}</VisuallyHidden>
          </SubmitButton>
        </Form>
        <Form method="post">
          <input type="hidden" name="id" value={view.id} />
          <input type="hidden" name="version" value={view.version} />
          <ConfirmSubmitButton
            name="intent"
            value="delete"
            variant="danger"
            icon="trash"
            question={{
              title: 'Delete this view?',
              message: `Are you sure you want to delete the view “${view.name}”?`,
              confirmLabel: 'Delete view',
              tone: 'danger',
            }}
          >
            Delete<VisuallyHidden> the view {view.name}</VisuallyHidden>
          </ConfirmSubmitButton>
        </Form>
      </Cluster>
    </li>
  );
}

function NameField({ id, value, errors }: { id: string; value: string; errors: readonly string[] }) {
  return (
    <TextField
      name="name"
      id={id}
      label="Name"
      width="md"
      autoComplete="off"
      maxLength={VIEW_NAME_MAX}
      defaultValue={value}
      errors={errors}
    />
  );
}
