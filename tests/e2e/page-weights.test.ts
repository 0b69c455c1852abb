import { expect, it } from 'vitest';
import { pageWeights } from '#tests/support/page-weights.ts';

it('no page exceeds its budget for scripts, and the styles stay within theirs', async () => {
  const weights = await pageWeights();
  expect(weights.map(({ what }) => what)).toContain('login/login');
  expect(weights.filter(({ kb, limitKb }) => kb > limitKb)).toEqual([]);
});
