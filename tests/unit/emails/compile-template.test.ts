import { decodeHTML, decodeHTMLAttribute } from 'entities';
import nodemailer from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '#app/domain/emails/compile-template.server.ts';
import { urlsIn } from '#app/domain/emails/email-links.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import { MERGE_FIELDS, oneLine } from '#app/lib/markup/merge-fields.ts';
import { HOSTILE_VALUES } from '#tests/fixtures/hostile-values.ts';

const FIELDS = Object.keys(MERGE_FIELDS);

const MJML = `<mjml>
  <mj-head><mj-title>Award {{year}}</mj-title><mj-preview>Hello {{firstName}}</mj-preview></mj-head>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello <b>{{firstName}} {{ lastName }}</b>,<br>for {{schools}} of {{year}}.</mj-text>
        <mj-image src="https://example.org/logo.png" alt="Logo of {{appName}}" />
        <mj-button href="{{appUrl}}/login?name={{firstName}}">Sign in</mj-button>
        <mj-text><ul><li>One</li><li>Two</li></ul><p>Write to <a href="mailto:{{contactEmail}}">{{contactEmail}}</a> as {{email}}.</p></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;

const VALUES = {
  firstName: 'Ada',
  lastName: 'Lee',
  email: 'ada@example.org',
  schools: 'North High & South High',
  year: '2026',
  appName: 'Scholars',
  appUrl: 'https://scholars.example.org',
  contactEmail: 'help@example.org',
};

async function refusals(body: string, subject = 'Hello', richText = true): Promise<string[]> {
  try {
    await compileTemplate({ subject, body, richText });
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
}

function around(part: string): string {
  return `<mjml><mj-body><mj-section><mj-column>\n${part}\n</mj-column></mj-section></mj-body></mjml>`;
}

describe('a template in MJML', () => {
  it('becomes an email with a subject, HTML, and text', async () => {
    const template = await compileTemplate({ subject: 'For {{firstName}} & co', body: MJML, richText: true });
    const email = template.render(VALUES);
    expect(email.subject).toBe('For Ada & co');
    expect(email.html).toContain('Hello <b>Ada Lee</b>,<br>for North High &#38; South High of 2026.');
    expect(email.html).toContain('href="https://scholars.example.org/login?name=Ada"');
    expect(email.html).toContain(
      '<a href="mailto:help@example.org">help@example.org</a> as ada@example.org.',
    );
    expect(email.html).not.toMatch(/\{\{|googleapis/);
    expect(email.text).toBe(
      [
        'Hello Ada Lee,',
        'for North High & South High of 2026.',
        '',
        'Logo of Scholars',
        '',
        'Sign in (https://scholars.example.org/login?name=Ada)',
        '',
        '- One',
        '- Two',
        '',
        'Write to help@example.org as ada@example.org.',
      ].join('\n'),
    );
  });

  it('is in English unless it states another language', async () => {
    const languageOf = async (root: string) => {
      const body = around('<mj-text>Hello</mj-text>').replace('<mjml>', root);
      const { html } = (await compileTemplate({ subject: 'S', body, richText: true })).render({});
      return /<html lang="(\w+)"/.exec(html)?.[1];
    };
    expect([await languageOf('<mjml>'), await languageOf('<mjml lang="es">')]).toEqual(['en', 'es']);
  });

  it('renders recipients separately, and empty values as nothing', async () => {
    const template = await compileTemplate({
      subject: '{{firstName}}',
      body: around('<mj-text>[{{firstName}}]</mj-text>'),
      richText: true,
    });
    expect(template.render({ firstName: 'Ada' })).toMatchObject({ subject: 'Ada', text: '[Ada]' });
    expect(template.render({ firstName: 'Bo' })).toMatchObject({ subject: 'Bo', text: '[Bo]' });
    expect(template.render({})).toMatchObject({ subject: '', text: '[]' });
  });

  it('that is empty produces empty emails', async () => {
    const email = (await compileTemplate({ subject: 'S', body: ' \n', richText: true })).render({});
    expect(email.text).toBe('');
  });

  it('is rejected for unknown merge fields, with line numbers', async () => {
    const known = FIELDS.map((field) => `{{${field}}}`).join(', ');
    expect(
      await refusals(
        around('<mj-text>{{firstName}}</mj-text>\n<mj-text>{{ftistName}} {{</mj-text>'),
        '{{nme}}',
      ),
    ).toEqual([
      `subject: {{nme}} isn't a merge field. Use one of these: ${known}.`,
      `body: Line 3: {{ftistName}} isn't a merge field. Use one of these: ${known}.`,
      "body: Line 3: A merge field begins with {{ here but doesn't end with }}.",
    ]);
  });

  it('is rejected for content that MJML would drop, with its line', async () => {
    expect(await refusals(around('<mj-text>never closed'))).toEqual([
      'body: Line 2: <mj-text> is never closed.',
    ]);
    expect(await refusals(around('</mj-text>'))).toEqual(['body: Line 2: </mj-text> has no opening tag.']);
    expect(await refusals('Hello')).toEqual([
      'body: Line 1: MJML must begin with <mjml>, end with </mjml>, and contain <mj-body>.',
    ]);
    expect(await refusals(around('<mj-text><a href="x>bad</a></mj-text>'))).toEqual([
      'body: Line 2: “<a href="x>bad</a></mj-text>” can\'t be read. Is it complete? To show a <, write &lt;.',
    ]);
  });
});

describe('a template in plain text', () => {
  it('becomes an email with the same text and simple HTML', async () => {
    const template = await compileTemplate({
      subject: 'S',
      body: 'Hello {{firstName}} <b>,\nsecond line\n\n{{appUrl}}/login, or https://example.org/a?b=1&c=2.\n',
      richText: false,
    });
    const email = template.render({ firstName: 'A&B', appUrl: 'https://x.example' });
    expect(email.text).toBe(
      'Hello A&B <b>,\nsecond line\n\nhttps://x.example/login, or https://example.org/a?b=1&c=2.',
    );
    expect(email.html).toContain('Hello A&#38;B &#60;b&#62;,<br>\nsecond line</p>');
    expect(email.html).toContain('<a href="https://x.example/login">https://x.example/login</a>, or ');
    expect(email.html).toContain(
      '<a href="https://example.org/a?b=1&#38;c=2">https://example.org/a?b=1&#38;c=2</a>.',
    );
  });

  it("is rejected if a merge field would determine a URL's host", async () => {
    expect(
      await refusals('Hello,\nsee https://{{lastName}}/ and {{appUrl}}.evil.example', 'S', false),
    ).toEqual(
      ['https://{{lastName}}/', '{{appUrl}}.evil.example'].map(
        (url) =>
          `body: Line 2: ${url}: put merge fields after the domain name, as in https://example.org/{{year}}, or start with {{appUrl}}.`,
      ),
    );
  });

  it('treats MJML and HTML as text', async () => {
    expect(await refusals('<mj-include path="/etc/passwd" /> <script>x</script>', 'S', false)).toEqual([]);
  });
});

describe('values in an email', () => {
  it(`are plain text in every position: ${HOSTILE_VALUES.length} hostile values in each field`, async () => {
    expect(HOSTILE_VALUES.length).toBeGreaterThanOrEqual(200);
    const rich = await compileTemplate({ subject: 'S {{firstName}}{{schools}}', body: MJML, richText: true });
    const body = FIELDS.map((name) => `{{${name}}}`).join('\n');
    const plain = await compileTemplate({ subject: 'S', body, richText: false });
    for (const template of [rich, plain]) {
      for (const field of FIELDS) {
        const marked = template.render({ ...VALUES, [field]: 'MARK' });
        const content = contentOf(marked.html);
        const links = urlsIn(marked.text);
        for (const hostile of HOSTILE_VALUES) {
          const value = oneLine(hostile);
          const email = template.render({ ...VALUES, [field]: hostile });
          const isInLink = (name: string) => name === 'href' && field !== 'appUrl';
          const expected = content.map(([name, words]) => [
            name,
            words.replaceAll('MARK', () => (isInLink(name) ? inUrl(value) : value)),
          ]);
          if (JSON.stringify(contentOf(email.html)) !== JSON.stringify(expected)) {
            expect(contentOf(email.html)).toEqual(expected);
          }
          expect(email.text).toBe(
            marked.text.replaceAll('MARK', (_mark, at: number) =>
              field !== 'appUrl' && links.some((link) => link.at < at && at < link.at + link.url.length)
                ? inUrl(value)
                : value,
            ),
          );
          expect(email.subject).toBe(marked.subject.replaceAll('MARK', () => value).trim());
        }
      }
    }
  });

  it("can't add a header to an email", async () => {
    const template = await compileTemplate({ subject: 'For {{firstName}}', body: 'Hello', richText: false });
    const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
    for (const hostile of HOSTILE_VALUES) {
      const { message } = await composer.sendMail({
        from: 'a@example.org',
        to: 'b@example.org',
        ...template.render({ firstName: hostile }),
      });
      if (!Buffer.isBuffer(message)) throw new Error('The email is incomplete.');
      const head = message.toString('utf8').split('\r\n\r\n', 1)[0] ?? '';
      const names = [...head.matchAll(/^([^\s:]+):/gm)].map(([, name = '']) => name);
      expect(names).toEqual(HEADERS);
    }
  });
});

const HEADERS = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type'];

/** What an HTML parser finds: each tag, attribute with its value, and text. */
function contentOf(html: string): [kind: string, content: string][] {
  return [...markupTokens(html)].flatMap((token): [string, string][] => {
    if (token.kind === 'text') return [['text', decodeHTML(html.slice(token.at, token.end))]];
    if (token.kind !== 'open') return [[token.kind, html.slice(token.at, token.end)]];
    const attributes = token.attributes.map(({ name, value }): [string, string] => [
      name,
      decodeHTMLAttribute(value ?? ''),
    ]);
    return [['open', token.name], ...attributes];
  });
}

function inUrl(value: string): string {
  return encodeURIComponent(Buffer.from(value, 'utf8').toString('utf8')).replaceAll('%40', '@');
}

it("a value within a plain text URL doesn't end the URL", async () => {
  const template = await compileTemplate({
    subject: 'x',
    body: 'See https://example.org/{{schools}}/{{lastName}}, {{lastName}}. {{appUrl}}/a',
    richText: false,
  });
  const values = { schools: 'North & South', lastName: 'Van Dyk', appUrl: 'https://app.example.org' };
  expect(template.render(values).text).toBe(
    'See https://example.org/North%20%26%20South/Van%20Dyk, Van Dyk. https://app.example.org/a',
  );
});
