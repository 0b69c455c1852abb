import { describe, expect, it } from 'vitest';
import { useRest } from '#tests/support/rest-client.server.ts';

describe('every call', () => {
  const rest = useRest();

  it('answers an unknown path with a JSON 404', async () => {
    const client = await rest.as(null);
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      const answer = await client.send(method, '/api/nothing/here');
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        statusCode: 404,
        error: 'Not Found',
        message: 'There is no such call. Look at the path.',
      });
    }
  });
});
