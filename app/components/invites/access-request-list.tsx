import { Form, Link } from '@remix-run/react';
import { FieldError } from '#app/components/forms/field-error.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { AccessRequestTable, AnswerButtons } from '#app/components/high-schools/access-requests-panel.tsx';
import type { AccessRequestResponse } from '#app/schemas/access-request.ts';

interface AccessRequestListProps {
  requests: readonly AccessRequestResponse[];
  bounced: readonly string[];
  /** To an answer that the server refused. */
  reply: ServerReply;
}

/** All open access requests. Those that match no single school are answered here, others on the school's page. */
export function AccessRequestList({ requests, bounced, reply }: AccessRequestListProps) {
  return (
    <AccessRequestTable
      requests={requests}
      bounced={bounced}
      advice="If we couldn't find the school, enter its full name, or its name and town, like “North High, Juneau”. Then accept the request."
      detail={{ key: 'typed', header: 'School name entered', cell: ({ schoolName }) => schoolName }}
      actions={(request) => <RequestActions request={request} reply={reply} />}
    />
  );
}

function RequestActions({ request, reply }: { request: AccessRequestResponse; reply: ServerReply }) {
  const { id, highSchool } = request;
  if (highSchool !== null)
    return <Link to={`/highschools/${highSchool.id}`}>Review at {highSchool.name}</Link>;
  const own = sentText(reply, 'requestId') === id ? reply : undefined;
  return <AnswerForm request={request} reply={own} />;
}

const fetchCheck = async () => (await import('#app/components/invites/invite-validation.ts')).checkAssignment;

function AnswerForm({ request, reply }: { request: AccessRequestResponse; reply: ServerReply }) {
  const formId = `request-${request.id}`;
  const { formProps, errorsOf, loaded } = useLazyForm({ id: formId, reply, fetchCheck });
  const errors = errorsOf('highSchoolName');
  const errorId = `${formId}-error`;
  return (
    <Form method="post" {...formProps}>
      {loaded}
      <div className="cluster cell-controls">
        <input
          className="form-control field-sm"
          name="highSchoolName"
          autoComplete="off"
          defaultValue={sentText(reply, 'highSchoolName') ?? ''}
          aria-label={`High school for ${request.name}`}
          aria-invalid={errors.length > 0}
          aria-describedby={errors.length > 0 ? errorId : undefined}
        />
        <AnswerButtons request={request} />
      </div>
      <div role="alert">
        <FieldError id={errorId} errors={errors} />
      </div>
    </Form>
  );
}
