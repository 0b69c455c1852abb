import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpSink, type SmtpSink } from '#tests/support/smtp-sink.ts';

let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());
beforeEach(() => sink.reset());

function send(to: string) {
  const transport = createTransport(`${sink.url}?socketTimeout=500`);
  return transport.sendMail({
    from: 'scholars@example.org',
    to,
    subject: '123456 is your code',
    text: 'Grüße',
    html: '<p>Grüße</p>',
  });
}

describe('the mail server of the tests', () => {
  it('stores the received emails', async () => {
    await send('ada@example.org');
    const email = await sink.waitForEmailTo('ADA@example.org');
    expect({
      from: email.from,
      to: email.to,
      subject: email.subject,
      text: email.text.trim(),
      html: email.html,
    }).toEqual({
      from: 'scholars@example.org',
      to: ['ada@example.org'],
      subject: '123456 is your code',
      text: 'Grüße',
      html: '<p>Grüße</p>',
    });
    expect(await sink.waitForCodeTo('ada@example.org')).toBe('123456');
  });

  it('defers and refuses with the given response', async () => {
    sink.behave((recipient) =>
      recipient.startsWith('later') ? { kind: 'defer', message: '4.2.1 Busy' } : { kind: 'refuse' },
    );
    await expect(send('later@example.org')).rejects.toMatchObject({
      responseCode: 451,
      response: '451 4.2.1 Busy',
    });
    await expect(send('never@example.org')).rejects.toMatchObject({ responseCode: 550 });
    expect(sink.emails).toEqual([]);
  });

  it('never responds, or closes the connection', async () => {
    sink.behave({ kind: 'hang' });
    await expect(send('ada@example.org')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    sink.behave({ kind: 'close' });
    await expect(send('ada@example.org')).rejects.toMatchObject({ code: 'ECONNECTION' });
    expect(sink.emails).toEqual([]);
  });
});
