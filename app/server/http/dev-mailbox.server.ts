import { Router } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import { findMailboxMail, listMailbox, type MailboxMail } from '#app/domain/mail/mail-transport.server.ts';
import { escapeHtml } from '#app/lib/markup/merge-fields.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { HttpError } from '#app/server/http-errors.ts';

const SHOWN_MAILS = 100;

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
    listMailbox(settings.mailboxFolder, SHOWN_MAILS)
      .then((mails) => response.send(page('Mailbox', listOf(mails, settings))))
      .catch(next);
  });
  router.get('/:id', (request, response, next) => {
    findMailboxMail(settings.mailboxFolder, request.params.id)
      .then((mail) => {
        if (mail === null) throw new HttpError(404, "There's no such email.");
        response.send(page(mail.subject, letter(mail, settings)));
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

function listOf(mails: readonly MailboxMail[], settings: Settings): string {
  if (mails.length === 0) {
    return '<p>No emails yet. Request a sign-in code, then <a href="/dev/mailbox">refresh this page</a>.</p>';
  }
  const rows = mails.map(
    (mail) => `<tr>
<td><a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></td>
<td>${escapeHtml(mail.to)}</td>
<td>${sentAt(mail, settings)}</td>
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

function letter(mail: MailboxMail, settings: Settings): string {
  return `<dl>
<dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>Sent</dt><dd>${sentAt(mail, settings)}</dd>
</dl>
<pre>${escapeHtml(mail.text)}</pre>
<p><a href="/dev/mailbox">All emails</a></p>`;
}

function sentAt(mail: MailboxMail, settings: Settings): string {
  if (mail.sentAt === null) return '';
  const iso = mail.sentAt.toISOString();
  return `<time datetime="${iso}">${formatInZone(iso, settings.timeZone)}</time>`;
}
