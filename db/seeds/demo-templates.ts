/** The demo's email templates: one in plain text, one in MJML. */
export const DEMO_TEMPLATES = [
  {
    name: 'Designations are open',
    subject: '{{appName}}: designations for {{year}} are open',
    richText: false,
    body: `Dear {{firstName}} {{lastName}},

{{schools}} can now designate the top ten percent of the junior class for the {{year}} academic year.

Sign in at {{appUrl}} with this address, {{email}}. You'll need the class size, the criteria, and each student's name,
birth date, phone number, email address, and mailing address.

Questions? Email {{contactEmail}}.

Thank you,
{{appName}}
`,
  },
  {
    name: 'Reminder: corrections needed',
    subject: 'Corrections needed: the {{year}} designation for {{schools}}',
    richText: false,
    body: `Dear {{firstName}},

We haven't received the corrected {{year}} designation for {{schools}} yet.

Sign in at {{appUrl}} to see what to correct, then submit it again.

Need help? Email {{contactEmail}}.

{{appName}}
`,
  },
  {
    name: 'Reminder: designation due soon',
    subject: 'Reminder for {{schools}}: the {{year}} designation is due soon',
    richText: true,
    body: `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Georgia, serif" />
      <mj-text font-size="16px" line-height="24px" color="#1c2b26" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f2f5f3">
    <mj-section background-color="#17493a">
      <mj-column>
        <mj-text color="#ffffff" font-size="22px">{{appName}}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff">
      <mj-column>
        <mj-text>Dear {{firstName}},</mj-text>
        <mj-text>We haven't received the {{year}} designation for {{schools}} yet.</mj-text>
        <mj-button background-color="#17493a" href="{{appUrl}}">Open your dashboard</mj-button>
        <mj-text>Need help? Email {{contactEmail}}.</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
  },
] as const;
