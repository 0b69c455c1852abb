import { expect, it } from 'vitest';
import { resultOfFailure, sentResult } from '#app/domain/mail/delivery-result.ts';

const SAID = '550 no\r\n\u001b[2J\u2028such \u202Euser\u2066\u2069';

it("the result of an email keeps one sanitized line of the mail server's response", () => {
  expect(sentResult(SAID).response).toBe('550 no [2J such user');
  expect(resultOfFailure({ response: SAID }).response).toBe('550 no [2J such user');
  expect(sentResult('x'.repeat(499) + '😀 and more').response).toBe(`${'x'.repeat(499)}\ufffd`);
});

it("the result of an email is a bounce only if the server's refusal is about the recipient", () => {
  const stateOf = (command: string, response: string, code = 'EENVELOPE') =>
    resultOfFailure({ code, responseCode: Number(response.slice(0, 3)), command, response }).state;
  expect(stateOf('RCPT TO', '550 5.1.1 No such user')).toBe('BOUNCED');
  expect(stateOf('RCPT TO', '550 5.1.10 Null MX')).toBe('BOUNCED');
  expect(stateOf('DATA', '550 5.1.1 No such user', 'EMESSAGE')).toBe('BOUNCED');
  expect(stateOf('MAIL FROM', '550 5.1.8 Sender address rejected')).toBe('FAILED');
  expect(stateOf('MAIL FROM', '550 5.1.1 Who are you?')).toBe('FAILED');
  expect(stateOf('RCPT TO', '550 5.1.8 Bad sender domain')).toBe('FAILED');
  expect(stateOf('RCPT TO', '554 5.7.1 Spam')).toBe('FAILED');
  expect(stateOf('RCPT TO', '450 4.1.1 Later')).toBe('DEFERRED');
});

it('the result of an email describes a connection that was lost twice', () => {
  const error = new Error('Reached maximum number of retries after connection was closed');
  expect(resultOfFailure(error)).toEqual({
    state: 'DEFERRED',
    response: 'The mail server took too long or closed the connection.',
    code: null,
  });
});
