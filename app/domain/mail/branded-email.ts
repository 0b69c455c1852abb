import type { Settings } from '#app/config/env.server.ts';
import { urlsIn, linkError } from '#app/domain/emails/email-links.ts';
import { accentShades } from '#app/lib/colors/accent.ts';
import { escapeHtml } from '#app/lib/markup/merge-fields.ts';
import { type InlineImage, LOGO_IMAGE, withOfficeLogo } from './office-logo.ts';

/** The parts of an email that the office's settings decide. */
export interface BrandedParts {
  readonly fromName: string;
  readonly html: string;
  readonly inline: readonly InlineImage[];
}

type BrandSettings = Pick<Settings, 'appName' | 'appUrl' | 'mailFromName' | 'brand'>;

const STANDARD_ACCENT = '#1f6657';

/** The button's label by the path that it links to. The last one matches every page. */
const BUTTON_LABELS: readonly (readonly [path: RegExp, label: string])[] = [
  [/^\/login\?code=/, 'Open the sign-in page'],
  [/^(?:\/login)?\/?$/, 'Sign in'],
  [/^\/designations\/[^/]+\/copy$/, 'Open the copy'],
  [/^\/designations\/[^/]+\/messages/, 'Open messages'],
  [/^\/designations\/[^/]+$/, 'View the designation'],
  [/^\/designations\/?$/, 'View designations'],
  [/^\/designate\/(?:students|method)/, 'Make corrections'],
  [/^\/emails\/deliveries/, 'Open the delivery'],
  [/^\/account\/passkeys/, 'View your passkeys'],
  [/^\/users\/[^/]+\/passkeys/, 'View the passkey'],
  [/^\/audit/, 'Open the audit log'],
  [/^\/invites/, 'View the request'],
  [/^\/(?:highschools|manage)\/[^/]+$/, "Open the school's page"],
  [/^\//, 'Open the page'],
];

/**
 * Returns the branded HTML of a plain text email: responsive, light and dark, with one button for the first link to this
 * site that has a line of its own. It refers to no remote images. Compiles nothing, so sign-in codes aren't delayed.
 *
 * @param code shown in large digits, if the email has one
 */
export function brandedParts(
  settings: BrandSettings,
  text: string,
  code: string | null = null,
): BrandedParts {
  const { appName, appUrl, mailFromName, brand } = settings;
  const { light, dark } = accentShades(brand.accentColor ?? STANDARD_ACCENT);
  const html = [
    ...HEAD,
    `<style>${STYLES}
.bar { background: ${light.bar}; } .button a { background: ${light.action}; } a { color: ${light.action}; }
@media (prefers-color-scheme: dark) {
.bar { background: ${dark.bar} !important; } a { color: ${dark.action} !important; }
.button a { background: ${dark.action} !important; color: ${dark.buttonText} !important; }
}</style>`,
    `<title>${escapeHtml(appName)}</title></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f7f6f1">',
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f6f1"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:8px">',
    `<tr><td class="bar" style="padding:16px 24px;border-radius:8px 8px 0 0;background:${light.bar};color:#ffffff;font:600 20px/1.3 Georgia,serif">${LOGO_IMAGE}${escapeHtml(appName)}</td></tr>`,
    '<tr><td class="text" style="padding:24px;font:16px/1.5 Arial,sans-serif;color:#1c2723">',
    ...(code === null ? [] : [codeHtml(code)]),
    ...bodyHtml(text, appUrl, light.action),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
  return { fromName: mailFromName, ...withOfficeLogo(html, brand.logo) };
}

const HEAD = [
  '<!doctype html>',
  '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
];

/** Email programs that drop style sheets show the inline styles, which are for light mode. */
const STYLES = `
@media (prefers-color-scheme: dark) {
.page { background: #0f1614 !important; } .card { background: #17201d !important; } .text { color: #e6ebe7 !important; }
}
@media (max-width: 480px) { .text { padding: 16px !important; } .button a { display: block !important; } }`;

function codeHtml(code: string): string {
  return `<p style="margin:0 0 16px;font:700 32px/1.2 Consolas,Menlo,monospace;letter-spacing:4px">${escapeHtml(code)}</p>`;
}

function bodyHtml(text: string, appUrl: string, accent: string): string[] {
  let hasButton = false;
  return text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .flatMap((paragraph) => {
      const lines = paragraph.split('\n');
      const at = hasButton ? -1 : lines.findIndex((line) => isOwnPage(line.trim(), appUrl));
      if (at === -1) return [paragraphHtml(lines)];
      hasButton = true;
      const url = (lines[at] ?? '').trim();
      const label = buttonLabel(url, appUrl);
      // 'Make corrections:' above the link would repeat the button.
      const before = lines.slice(0, at).filter((line) => line.trim() !== `${label}:`);
      const after = lines.slice(at + 1);
      return [
        ...(before.length === 0 ? [] : [paragraphHtml(before)]),
        buttonHtml(url, label, accent),
        ...(after.length === 0 ? [] : [paragraphHtml(after)]),
      ];
    });
}

function isOwnPage(line: string, appUrl: string): boolean {
  if (line !== appUrl && !line.startsWith(`${appUrl}/`)) return false;
  return !/\s/.test(line) && linkError(line) === null;
}

function buttonLabel(url: string, appUrl: string): string {
  const path = url.slice(appUrl.length);
  return BUTTON_LABELS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Open the page';
}

function buttonHtml(url: string, label: string, accent: string): string {
  return (
    `<p class="button" style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;` +
    `border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${escapeHtml(label)}</a></p>`
  );
}

const LIST_ITEM = /^- (?=\S)/;

/** Returns lines as a paragraph, and those that begin with '- ' as a list. */
function paragraphHtml(lines: readonly string[]): string {
  const isItem = (line: string | undefined) => line !== undefined && LIST_ITEM.test(line);
  const runs: string[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && isItem(run[0]) === isItem(line)) run.push(line);
    else runs.push([line]);
  }
  return runs
    .map((run) => {
      const margin = run === runs.at(-1) ? '0 0 16px' : '0';
      if (!isItem(run[0])) {
        return `<p style="margin:${margin};overflow-wrap:anywhere">${run.map(lineHtml).join('<br>\n')}</p>`;
      }
      const items = run.map((line) => `<li>${lineHtml(line.replace(LIST_ITEM, ''))}</li>`).join('\n');
      return `<ul style="margin:${margin};padding-left:24px;overflow-wrap:anywhere">${items}</ul>`;
    })
    .join('\n');
}

/** Escapes a line and links its URLs, except those that emails may not link to. */
function lineHtml(line: string): string {
  const html: string[] = [];
  let from = 0;
  for (const { at, url } of urlsIn(line)) {
    const shown = escapeHtml(url);
    html.push(escapeHtml(line.slice(from, at)));
    html.push(linkError(url) === null ? `<a href="${shown}">${shown}</a>` : shown);
    from = at + url.length;
  }
  html.push(escapeHtml(line.slice(from)));
  return html.join('');
}
