import { Router } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import { findMailboxEmail, listMailbox, type MailboxEmail } from '#app/domain/mail/mail-transport.server.ts';
import { escapeHtml } from '#app/lib/markup/merge-fields.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { HttpError } from '#app/server/http-errors.ts';

const SHOWN_EMAILS = 100;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.5rem 0.75rem; border-bottom: 1px solid GrayText; vertical-align: top; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid GrayText; padding: 1rem; font: inherit; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
`;

/** Shows sent emails, for demos and development without a mail server. Not routed in production. */
export function devMailbox(settings: Settings): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/mailbox.css', (_request, response) => {
    response.type('text/css').send(STYLE);
  });
  router.get('/', (_request, response, next) => {
    listMailbox(settings.mailboxFolder, SHOWN_EMAILS)
      .then((emails) => response.send(page('Mailbox', listOf(emails, settings))))
      .catch(next);
  });
  router.get('/:id', (request, response, next) => {
    findMailboxEmail(settings.mailboxFolder, request.params.id)
      .then((email) => {
        if (email === null) throw new HttpError(404, "There's no such email.");
        response.send(page(email.subject, letter(email, settings)));
      })
      .catch(next);
  });
  return router;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/dev/mailbox/mailbox.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function listOf(emails: readonly MailboxEmail[], settings: Settings): string {
  if (emails.length === 0) {
    return '<p>No emails yet. Request a sign-in code, then <a href="/dev/mailbox">refresh this page</a>.</p>';
  }
  const rows = emails.map(
    (email) => `<tr>
<td><a href="/dev/mailbox/${email.id}">${escapeHtml(email.subject)}</a></td>
<td>${escapeHtml(email.to)}</td>
<td>${sentAt(email, settings)}</td>
</tr>`,
  );
  return `<p>Newest first. <a href="/dev/mailbox">Refresh</a></p>
<table>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function letter(email: MailboxEmail, settings: Settings): string {
  return `<dl>
<dt>To</dt><dd>${escapeHtml(email.to)}</dd>
<dt>Sent</dt><dd>${sentAt(email, settings)}</dd>
</dl>
<pre>${escapeHtml(email.text)}</pre>
<p><a href="/dev/mailbox">All emails</a></p>`;
}

function sentAt(email: MailboxEmail, settings: Settings): string {
  if (email.sentAt === null) return '';
  const iso = email.sentAt.toISOString();
  return `<time datetime="${iso}">${formatInZone(iso, settings.timeZone)}</time>`;
}
