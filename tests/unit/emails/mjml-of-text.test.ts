import { expect, it } from 'vitest';
import { inspectTemplate } from '#app/domain/emails/compile-template.server.ts';
import { mjmlOfText } from '#app/lib/markup/mjml-of-text.ts';

it('plain text becomes MJML with the same text', async () => {
  const body = mjmlOfText('Dear {{firstName}} & <all>,\n\n\nnews:\n  a > b\n');
  expect(body.split('\n').slice(4, -4)).toEqual([
    '        <mj-text>',
    '          Dear {{firstName}} &amp; &lt;all&gt;,',
    '        </mj-text>',
    '        <mj-text>',
    '          news:<br />',
    '          a &gt; b',
    '        </mj-text>',
  ]);
  const { compiled, problems, warnings } = await inspectTemplate({ subject: '', body, richText: true });
  expect([problems, warnings]).toEqual([[], []]);
  expect(compiled?.render({ firstName: 'Ann' }).text).toBe('Dear Ann & <all>,\n\nnews:\na > b');
  const empty = await inspectTemplate({ subject: '', body: mjmlOfText(''), richText: true });
  expect([empty.problems, empty.warnings]).toEqual([[], []]);
});

it('the problems of an email are listed by position: the subject first, then the lines of the text', async () => {
  const body = ['<mjml><mj-body><mj-section><mj-column>', '<mj-nope />', '<mj-text>{{one}}', '', '{{two}}'];
  const { problems } = await inspectTemplate({
    subject: '{{three}}',
    body: body.join('\n'),
    richText: true,
  });
  const lines = problems.filter(({ field }) => field === 'body').map(({ line }) => line);
  expect(problems[0]).toMatchObject({ field: 'subject', line: 1 });
  expect(lines).toEqual([...lines].sort((one, other) => one - other));
  expect(lines).toEqual(expect.arrayContaining([2, 3, 5]));
});
