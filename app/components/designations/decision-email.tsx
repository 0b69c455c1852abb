import { lazy, Suspense, useState } from 'react';
import type { DecisionEmailFields as EmailFields } from '#app/components/designations/decision-email-fields.tsx';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DecisionEmailContext } from '#app/schemas/designation-review.ts';
import type { DecisionKind } from '#app/schemas/enums.ts';

const load = () => import('#app/components/designations/decision-email-fields.tsx');
const LazyFields = lazy<typeof EmailFields>(async () => {
  const loaded = await load().catch(() => null);
  return { default: loaded?.DecisionEmailFields ?? MissingFields };
});

/** Loaded in advance on the server, so that a page without scripts has the fields in its HTML. */
let serverFields: typeof EmailFields | undefined;
if (typeof document === 'undefined') {
  void load().then((loaded) => {
    serverFields = loaded.DecisionEmailFields;
  });
}

interface DecisionEmailProps {
  kind: DecisionKind;
  /** The form's ID. */
  id: string;
  designation: DesignationResponse;
  email: DecisionEmailContext;
  reply: ServerReply;
  errorsOf: (name: string) => readonly string[];
}

/** The email of a decision, opened to preview, edit, or skip it. The standard text is sent if it stays closed. */
export function DecisionEmail({ kind, id, designation, email, reply, errorsOf }: DecisionEmailProps) {
  const sent = reply?.initialValue ?? {};
  const isRefused = reply?.error?.['emailBody'] !== undefined;
  const startsOpen = sent['emailFor'] !== undefined || sent['withoutEmail'] !== undefined;
  const [isOpened, setIsOpened] = useState(startsOpen);
  const [isInitiallyOpen] = useState(startsOpen);
  const Fields = serverFields ?? LazyFields;
  const fieldOf = (name: string) => ({ name, id: `${id}-${name}`, errors: errorsOf(name) });
  return (
    <details
      className="decision-email"
      open={isInitiallyOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setIsOpened(true);
      }}
    >
      <summary>{kind === 'approve' ? 'Approval email…' : "Email to the school's staff…"}</summary>
      <div className="form-stack">
        {isOpened ? (
          <Suspense fallback={<p role="status">Loading the email…</p>}>
            <Fields
              designation={designation}
              email={email}
              formId={id}
              fields={{ emailSubject: fieldOf('emailSubject'), emailBody: fieldOf('emailBody') }}
              isRefused={isRefused}
              sent={sent}
            />
          </Suspense>
        ) : null}
        <noscript>
          <p>We&apos;ll send the standard text unless you edit it first.</p>
          <button type="submit" name="act" value="show-email" className="btn btn-outline">
            Show email
          </button>
        </noscript>
        <CheckboxField
          name="withoutEmail"
          id={`${id}-withoutEmail`}
          defaultChecked={sent['withoutEmail'] !== undefined}
          label="Don't email the school"
        />
      </div>
    </details>
  );
}

function MissingFields() {
  return <p role="alert">Unable to load the email. Reload the page to edit it, or send the standard text.</p>;
}
