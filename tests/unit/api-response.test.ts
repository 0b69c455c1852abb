import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ResponseMismatch, ApiError, failureText, readResponse } from '#app/lib/browser/api-response.ts';

describe('what a screen says about a failed call', () => {
  it("is the server's message", () => {
    const refused = new ApiError(409, { statusCode: 409, error: 'Conflict', message: 'It is locked.' });
    expect(failureText(refused)).toBe('It is locked.');
    expect(refused.status).toBe(409);
  });

  it('is ‘Unknown error’ if the server gave none', () => {
    for (const body of [null, 'Bad gateway', {}, { message: 7 }, { message: '' }]) {
      expect(failureText(new ApiError(502, body))).toBe('Unknown error');
    }
  });

  it('is ‘Error: ’ and the error if there is no response from the server', () => {
    expect(failureText(new TypeError('Failed to fetch'))).toBe('Error: Failed to fetch');
    expect(failureText(new ResponseMismatch())).toBe('Error: Validation error');
    expect(failureText('gone')).toBe('Error: gone');
  });
});

describe('reading a response', () => {
  const schema = z.object({ schools: z.array(z.string()) });

  it("throws ‘Validation error’ for a response that doesn't match its schema", async () => {
    for (const body of ['{"schools":[1]}', '{}', 'null', '<html></html>', '']) {
      await expect(readResponse(new Response(body), schema), body).rejects.toThrow(new ResponseMismatch());
    }
    await expect(readResponse(Response.json({ schools: ['Haines'] }), schema)).resolves.toEqual({
      schools: ['Haines'],
    });
  });

  it("throws the server's refusal before it checks the response's shape", async () => {
    const refusal = Response.json({ message: 'It is locked.' }, { status: 409 });
    await expect(readResponse(refusal, schema)).rejects.toMatchObject({
      status: 409,
      message: 'It is locked.',
    });
  });
});
