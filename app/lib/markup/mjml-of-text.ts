const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts plain text to MJML: one `mj-text` per paragraph, with its line breaks and merge fields. */
export function mjmlOfText(text: string): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n\s*/);
  return [
    '<mjml>',
    '  <mj-body>',
    '    <mj-section>',
    '      <mj-column>',
    ...paragraphs.flatMap((paragraph) => [
      '        <mj-text>',
      `          ${paragraph.split('\n').map(escaped).join('<br />\n          ')}`,
      '        </mj-text>',
    ]),
    '      </mj-column>',
    '    </mj-section>',
    '  </mj-body>',
    '</mjml>',
  ].join('\n');
}

function escaped(line: string): string {
  return line.trim().replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
