import type { Brand } from '#app/config/env.server.ts';
import { accentShades } from '#app/lib/colors/accent.ts';
import { LOGO_IMAGE } from '#app/domain/mail/office-logo.ts';
import type { Starter } from '#app/schemas/email-starters.ts';
import type { TemplateContent } from './compile-template.server.ts';

const STANDARD_ACCENT = '#1f6657';

interface Parts {
  readonly subject: string;
  /** MJML inside the white column. */
  readonly column: (accent: string) => readonly string[];
}

const BUTTON = (accent: string) =>
  `<mj-button background-color="${accent}" color="#ffffff" href="{{appUrl}}">Open your dashboard</mj-button>`;
const HEADING = (text: string) => `<mj-text font-size="20px" font-weight="600">${text}</mj-text>`;
const TEXT = (text: string) => `<mj-text>${text}</mj-text>`;
const CLOSING = TEXT('Questions? Email {{contactEmail}}.');

const STARTER_PARTS: Readonly<Record<Starter, Parts>> = {
  ANNOUNCEMENT: {
    subject: '{{appName}}: what this email is about',
    column: (accent) => [
      HEADING('What this email is about'),
      TEXT('Hello {{firstName}},'),
      TEXT('Describe what has changed and what schools should do.'),
      BUTTON(accent),
      CLOSING,
    ],
  },
  REMINDER: {
    subject: '{{schools}}: the {{year}} designation is due soon',
    column: (accent) => [
      TEXT('Hello {{firstName}},'),
      TEXT("We haven't received the {{year}} designation for {{schools}} yet."),
      TEXT("Say when it's due, and what to do if a school needs more time."),
      BUTTON(accent),
      CLOSING,
    ],
  },
  NEWS: {
    subject: '{{appName}}: news for {{year}}',
    column: (accent) => [
      TEXT('Hello {{firstName}},'),
      HEADING('The first topic'),
      TEXT('Write a few sentences here.'),
      HEADING('The second topic'),
      TEXT('Write a few sentences here.'),
      BUTTON(accent),
      CLOSING,
    ],
  },
};

/** Returns a layout as MJML that looks like the automatic emails, in the office's color. */
export function starterLayout(starter: Starter, { accentColor }: Brand): TemplateContent {
  const { subject, column } = STARTER_PARTS[starter];
  const { light } = accentShades(accentColor ?? STANDARD_ACCENT);
  const lines = [
    '<mjml>',
    '  <mj-head>',
    '    <mj-attributes>',
    '      <mj-all font-family="Arial, sans-serif" />',
    '      <mj-text font-size="16px" line-height="24px" color="#1c2723" />',
    '    </mj-attributes>',
    '  </mj-head>',
    '  <mj-body background-color="#f7f6f1">',
    `    <mj-section background-color="${light.bar}">`,
    '      <mj-column>',
    '        <mj-text color="#ffffff" font-size="20px" font-weight="600">',
    `          ${LOGO_IMAGE}{{appName}}`,
    '        </mj-text>',
    '      </mj-column>',
    '    </mj-section>',
    '    <mj-section background-color="#ffffff">',
    '      <mj-column>',
    ...column(light.action).map((line) => `        ${line}`),
    '      </mj-column>',
    '    </mj-section>',
    '  </mj-body>',
    '</mjml>',
  ];
  return { subject, body: `${lines.join('\n')}\n`, richText: true };
}
