import { type ReactNode, useId, useState } from 'react';
import { useSite } from '#app/components/site/site-context.ts';
import { DateTimeField } from '#app/components/forms/text-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { isWallClock, readWallClock } from '#app/lib/time/wall-clock.ts';
import { formatInZone, regionOf } from '#app/lib/time/zoned-time.ts';
import { isSchedulable } from '#app/schemas/schedule-window.ts';
import type { SendReply, SendScreen, ShownAudience } from '#app/schemas/email-send-screens.ts';
import { earlierDeliveryLine, sendLabel, sendQuestion } from './send-question.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import type { Recipient } from '#app/schemas/email.ts';

interface SendPanelProps {
  screen: SendScreen;
  audience: ShownAudience;
  reply: SendReply | undefined;
  /** What is wrong with the time. */
  errors: readonly string[];
  chosen: number;
  /** How many people will get it, as text. */
  count: ReactNode;
  deselected: readonly string[];
  /** Recipient whose message is used for a test. */
  like: string;
}

/** Schedules or sends an email after a confirmation, or sends a test to oneself. */
export function SendPanel(props: SendPanelProps) {
  const { screen, audience, reply, errors, chosen, count, deselected, like } = props;
  const testHint = useId();
  const { timeZone } = useSite();
  const [typed, setTyped] = useState(reply?.scheduledAt ?? '');
  const instant = isWallClock(typed) ? readWallClock(typed, timeZone).instant : undefined;
  const time = instant === undefined ? null : formatInZone(instant, timeZone);
  const asks = reply?.asks ?? null;
  const [isRefusable, setIsRefusable] = useState(errors.length > 0);
  const label = sendLabel(chosen, typed !== '');
  const blanks = formatBlankField({ fields: screen.template.fields, audience, deselected, chosen });
  const { earlier } = audience;
  const earlierLine = earlier === null ? null : earlierDeliveryLine(earlier, timeZone);
  const question = sendQuestion({
    ...{ template: screen.template, audience, chosen, deselected, time, blanks },
    earlier: earlier?.isRecent === true ? earlierLine : null,
  });
  return (
    <Panel title="Send" actions={count}>
      <FormStack>
        <DateTimeField
          name="scheduledAt"
          id="send-email-scheduledAt"
          label="Send later"
          optional
          hint={`In ${regionOf(timeZone)} time. Leave blank to send now.${time === null ? '' : ` This email will be sent on ${time}.`}`}
          defaultValue={typed}
          errors={errors}
          autoFocus={reply !== undefined && reply.scheduleError !== null}
          min="1900-01-02T00:00"
          max="2999-12-30T23:59"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setIsRefusable(currentTarget.value !== '' && !isValidSendTime(currentTarget.value, timeZone));
          }}
        />
        {earlier === null ? null : earlier.isRecent ? (
          <Banner tone="warning" title="Already sent" live={false}>
            <p>{earlierLine}</p>
            <SubmitButton name="intent" value="leaveOutSent" variant="outline" pendingLabel="Checking…">
              Skip people who already received it
            </SubmitButton>
          </Banner>
        ) : (
          <p className="text-body-secondary">{earlierLine}</p>
        )}
        {blanks.length === 0 ? null : (
          <Banner tone="warning" title="Some merge fields are empty">
            <ul>
              {blanks.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Banner>
        )}
        {asks === null && reply?.message ? (
          <FocusHere>
            <Banner tone={reply.message.tone}>{reply.message.text}</Banner>
          </FocusHere>
        ) : null}
        {asks === null ? null : (
          <FocusHere>
            <Banner tone="warning">
              <p className="text-pre-line">{question}</p>
              <SubmitButton name="intent" value={asks} pendingLabel="Sending…">
                {label}
              </SubmitButton>
            </Banner>
          </FocusHere>
        )}
        <FormActions>
          {asks !== null || screen.templateErrors.length > 0 ? null : (
            <>
              <span className="script-needed">
                {isRefusable ? (
                  <SubmitButton name="intent" value="ask" disabled={chosen === 0} pendingLabel="Checking…">
                    {label}
                  </SubmitButton>
                ) : (
                  <ConfirmSubmitButton
                    name="intent"
                    value="send"
                    variant="primary"
                    disabled={chosen === 0}
                    question={{
                      title: typed === '' ? 'Send this email?' : 'Schedule this email?',
                      message: question,
                      confirmLabel: label,
                      isCareful: true,
                    }}
                  >
                    {label}
                  </ConfirmSubmitButton>
                )}
              </span>
              <noscript>
                <SubmitButton name="intent" value="ask">
                  Send email
                </SubmitButton>
              </noscript>
            </>
          )}
          {screen.templateErrors.length > 0 ? null : (
            <>
              <SubmitButton
                variant="outline"
                name="intent"
                value="test"
                pendingLabel="Sending…"
                aria-describedby={testHint}
              >
                Send me a test
              </SubmitButton>
              <span id={testHint} className="text-body-secondary">
                The test shows what <EmailAddress address={like} /> will see.
              </span>
            </>
          )}
        </FormActions>
      </FormStack>
    </Panel>
  );
}

/** Returns whether the server would accept this time. If not, the form is submitted without confirmation. */
function isValidSendTime(typed: string, timeZone: string): boolean {
  const { instant } = isWallClock(typed) ? readWallClock(typed, timeZone) : {};
  return instant !== undefined && isSchedulable(new Date(instant), new Date());
}

interface BlankFieldOptions extends Pick<SendScreen['template'], 'fields'> {
  audience: Pick<ShownAudience, 'people' | 'year' | 'blanksElsewhere'>;
  deselected: readonly string[];
  chosen: number;
}

/** Returns a sentence for each merge field that is empty for some of the selected recipients. */
export function formatBlankField({ fields, audience, deselected, chosen }: BlankFieldOptions): string[] {
  const selected = audience.people.filter(({ email }) => !deselected.includes(email));
  const here = (isBlank: (person: Recipient) => boolean) => selected.filter(isBlank).length;
  const blanks: Partial<Record<string, number>> = {
    firstName: here(({ firstName }) => firstName === '') + audience.blanksElsewhere.firstName,
    lastName: here(({ lastName }) => lastName === '') + audience.blanksElsewhere.lastName,
    schools: here(({ schools }) => schools.length === 0) + audience.blanksElsewhere.schools,
    year: audience.year === null ? chosen : 0,
  };
  return fields.flatMap((field) => {
    const people = blanks[field] ?? 0;
    if (people === 0) return [];
    return [`{{${field}}} is empty for ${formatNumber(people)} of ${counted(chosen, 'recipient')}.`];
  });
}
