import type { EmailText } from '#app/lib/markup/fill-notice.ts';

/** An automatic email with its standard text, which administrators can change. */
export interface StandardNotice extends EmailText {
  readonly when: string;
  readonly whenOff: string;
  readonly emailKind: string;
  /** Its own merge fields with their descriptions, in addition to `SETTINGS_FIELDS`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether a greeting, link, and signature are added around the body. */
  readonly isFramed: boolean;
}

const DESIGNATION_FIELDS = {
  school: "The school's name",
  year: 'The academic year',
};

const DECISION_FIELDS = {
  ...DESIGNATION_FIELDS,
  reasons: 'The reasons, one per line; empty if there are none',
  note: 'The note to the school; empty if there is none',
};

const WHY = `[[Reasons:
{{reasons}}]]

[[Note from the reviewer:
{{note}}]]`;

function decision(outcome: string, closing: string): EmailText {
  return {
    subject: `{{school}}: the {{year}} designation ${outcome}`,
    body: `The {{year}} designation for {{school}} ${outcome}.\n\n${WHY}\n\n${closing}`,
  };
}

const NOT_EMAILED = "The decision still applies. The school's staff see it when they sign in.";
const FINAL = 'No further changes can be made.';

export const DESIGNATION_NOTICES = {
  DESIGNATION_SUBMITTED: {
    when: 'Sent to all school staff when a designation is submitted or resubmitted.',
    whenOff: 'No receipt is emailed. Staff can still open and print it.',
    emailKind: 'designation.submitted',
    fields: {
      ...DESIGNATION_FIELDS,
      submittedBy: 'The first and last name of the person who submitted it',
      submittedAt: 'When it was submitted',
      students: 'How many students it includes',
      reference: 'The short reference of the designation',
      copyLink: 'The page to print or save a complete copy',
    },
    isFramed: true,
    subject: '{{school}}: the {{year}} designation has been submitted',
    body: `{{submittedBy}} submitted the {{year}} designation for {{school}} on {{submittedAt}}.

Number of students: {{students}}
Reference: {{reference}}

Sign in to print or save a complete copy:
{{copyLink}}

Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.`,
  },
  DESIGNATION_RETURNED: {
    when: 'Sent to all school staff when a designation is returned for correction.',
    whenOff: NOT_EMAILED,
    emailKind: 'designation.returned',
    fields: {
      ...DECISION_FIELDS,
      correctionsDue: 'When corrections are due; empty if there is no due date',
    },
    isFramed: true,
    ...decision(
      'has been returned for correction',
      'Please correct it and submit it again[[ by {{correctionsDue}}]].',
    ),
  },
  DESIGNATION_APPROVED: {
    when: 'Sent to all school staff when a designation is approved.',
    whenOff: NOT_EMAILED,
    emailKind: 'designation.approved',
    fields: DECISION_FIELDS,
    isFramed: true,
    ...decision('has been approved', FINAL),
  },
  DESIGNATION_REJECTED: {
    when: 'Sent to all school staff when a designation is rejected.',
    whenOff: NOT_EMAILED,
    emailKind: 'designation.rejected',
    fields: DECISION_FIELDS,
    isFramed: true,
    ...decision('has been rejected', FINAL),
  },
} satisfies Record<string, StandardNotice>;
