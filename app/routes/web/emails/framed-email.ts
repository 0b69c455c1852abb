import { emailAddressParts } from '#app/lib/text/email-address-parts.ts';
import { escapeHtml } from '#app/lib/markup/merge-fields.ts';

interface FramedEmail {
  readonly to: string;
  readonly subject: string;
  /** A whole document. Its scripts don't run. */
  readonly html: string;
}

const STYLE =
  'html{height:100%}body{margin:0;height:100%;display:flex;flex-direction:column;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}dl{margin:0;padding:.75rem 1rem;border-bottom:1px solid #ccc;' +
  'display:grid;grid-template-columns:auto 1fr;gap:0 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}' +
  'iframe{flex:1;width:100%;border:0}';

/** Responds with an email as a document for a frame: recipient, subject, and content. */
export function framedEmail({ to, subject, html }: FramedEmail): Response {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Message</title><style>${STYLE}</style></head>`;
  const toLine = emailAddressParts(to).map(escapeHtml).join('<wbr>');
  const lines = `<dl><dt>To</dt><dd>${toLine}</dd><dt>Subject</dt><dd>${escapeHtml(subject) || 'None'}</dd></dl>`;
  const frame = `<iframe title="Message body" sandbox srcdoc="${escapeHtml(html)}"></iframe>`;
  return emailFrame(`${head}<body>${lines}${frame}</body></html>`);
}

/** Allows only styles and images. An email needs inline styles, which our pages don't allow. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox',
].join('; ');

/** Responds with a document for a sandboxed frame, which has no scripts and its own origin. */
export function emailFrame(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  });
}
