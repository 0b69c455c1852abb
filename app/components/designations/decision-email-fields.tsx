import type { PlainField } from '#app/components/forms/field-parts.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { BouncedBadge } from '#app/components/site/warned-address.tsx';
import { type DecisionChoice, useDecisionChoice } from '#app/components/designations/use-decision-choice.ts';
import { useEmailText } from '#app/components/designations/use-email-text.ts';
import { Fieldset } from '#app/components/forms/form-layout.tsx';
import { TextareaField, TextField } from '#app/components/forms/text-field.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import {
  correctionsLink,
  emailEnding,
  emailGreeting,
  standardDecisionEmail,
} from '#app/messages/decision-email.ts';
import { NOTICE_OFF } from '#app/messages/decision-labels.ts';
import { notifiesSchool } from '#app/schemas/enums.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DecisionEmailContext } from '#app/schemas/designation-review.ts';

interface DecisionEmailFieldsProps {
  designation: DesignationResponse;
  email: DecisionEmailContext;
  formId: string;
  fields: { readonly emailSubject: PlainField; readonly emailBody: PlainField };
  isRefused: boolean;
  /** The submitted values, as returned by the server. */
  sent: Readonly<Record<string, unknown>>;
}

/** Editable preview of the email that the decision sends: recipients, subject and text. */
export function DecisionEmailFields(props: DecisionEmailFieldsProps) {
  const { designation, email, formId, fields, isRefused, sent } = props;
  const choice = useDecisionChoice(formId, sent, designation.status);
  const { correctionsDue, settings, texts } = email;
  const { highSchool, academicYear } = designation;
  const facts = { schoolName: highSchool.name, year: academicYear.year, correctionsDue, settings };
  const standard = standardDecisionEmail({ ...choice, ...facts }, texts);
  const text = useEmailText(choice.status, standard, sent);
  // A rejected text remains visible even if no decision was selected.
  const silence = reasonForNoEmail(designation, email, choice, isRefused);
  return (
    <Fieldset legend="Email to the school's staff">
      {silence !== null || text === null ? (
        <p className="mb-0">{silence ?? unnotifiedStatus(choice)}</p>
      ) : (
        <div className="form-stack">
          <Recipients staff={email.staff} />
          <input type="hidden" name="emailFor" value={choice.status} />
          <input type="hidden" name="emailShown" value={text.shown.basis} />
          <input type="hidden" name="emailStandard" value={text.standard} />
          <TextField
            key={`subject ${text.shown.key}`}
            {...fields.emailSubject}
            defaultValue={text.shown.subject}
            label="Subject"
            maxLength={300}
            autoFocus={sent['act'] === 'show-email' || sent['act'] === 'reset-email'}
            onChange={({ currentTarget }) => text.rewrite({ subject: currentTarget.value })}
          />
          <div>
            <TextareaField
              key={`body ${text.shown.key}`}
              {...fields.emailBody}
              defaultValue={text.shown.body}
              label="Text"
              hint={`Plain text. We add the greeting “${emailGreeting('[first and last name]')}”. Don't name students, because email isn't secure enough for their data.`}
              maxLength={10_000}
              onChange={({ currentTarget }) => text.rewrite({ body: currentTarget.value })}
            />
            <EmailEnding
              link={email.link}
              corrections={correctionsLink(settings, { ...choice, highSchool, academicYear })}
            />
          </div>
          <div>
            <div role="status">
              {text.shown.isOutdated ? (
                <Banner tone="warning" live={false}>
                  The email no longer matches the reasons and the note. We&apos;ll send it as you wrote it.
                </Banner>
              ) : null}
            </div>
            {text.shown.isOutdated ? (
              <CollapsiblePanel
                title="Standard text for your current choices"
                level="none"
                defaultOpen={isRefused}
              >
                <p className="text-pre-line text-break">{text.standard}</p>
              </CollapsiblePanel>
            ) : null}
            <Button
              type="submit"
              name="act"
              value="reset-email"
              size="sm"
              icon="return"
              onClick={(event) => {
                event.preventDefault();
                text.reset();
              }}
            >
              Reset to standard text
            </Button>
          </div>
        </div>
      )}
    </Fieldset>
  );
}

/** Explains why no email is sent; null if one is. */
function reasonForNoEmail(
  { status }: DesignationResponse,
  { staff }: DecisionEmailContext,
  choice: DecisionChoice,
  isRefused: boolean,
): string | null {
  if (staff.length === 0) return 'No email will be sent: this school has no staff.';
  if (choice.withoutEmail) return 'No email will be sent.';
  return choice.status === status && !isRefused ? 'Choose another status to see the email here.' : null;
}

/** Explains why the selected status sends no email. */
function unnotifiedStatus({ status }: DecisionChoice): string {
  return notifiesSchool(status) ? NOTICE_OFF : 'No email is sent for this status.';
}

function Recipients({ staff }: Pick<DecisionEmailContext, 'staff'>) {
  return (
    <div>
      {staff.some(({ hasBounced }) => hasBounced)
        ? "We'll email these people, except those whose addresses bounced:"
        : "We'll email each of these people:"}
      <ul className="mb-0">
        {staff.map(({ firstName, lastName, email, hasBounced }) => (
          <li key={email} className="text-break">
            {firstName} {lastName} &lt;{email}&gt; <BouncedBadge hasBounced={hasBounced} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function EmailEnding({ link, corrections }: { link: string; corrections: string | null }) {
  const { contactEmail, appName } = useSite();
  return (
    <p className="form-text text-pre-line text-break mt-2">
      {emailEnding({ link, corrections, contactEmail, appName })}
    </p>
  );
}
