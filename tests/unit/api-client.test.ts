import { describe, expect, it } from 'vitest';
import { ApiError, failureText } from '#app/lib/api-client.ts';

describe('what a screen says of a failed call', () => {
  it('is the server’s message', () => {
    const refused = new ApiError(409, { statusCode: 409, error: 'Conflict', message: 'It is locked.' });
    expect(failureText(refused)).toBe('It is locked.');
    expect(refused.status).toBe(409);
  });

  it('is ‘Unknown error’ where the server gave none', () => {
    for (const body of [null, 'Bad gateway', {}, { message: 7 }, { message: '' }]) {
      expect(failureText(new ApiError(502, body))).toBe('Unknown error');
    }
  });

  it('is ‘Error: ’ and the error for anything that is not an answer of the server', () => {
    expect(failureText(new TypeError('Failed to fetch'))).toBe('Error: Failed to fetch');
    expect(failureText(new Error('Validation error'))).toBe('Error: Validation error');
    expect(failureText('gone')).toBe('Error: gone');
  });
});
