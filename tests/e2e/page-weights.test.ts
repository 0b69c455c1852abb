import { expect, it } from 'vitest';
import { pageWeights } from '#tests/support/page-weights.ts';

it('no page brings more scripts than its kind may, nor all of them more styles', async () => {
  const weights = await pageWeights();
  expect(weights.map(({ what }) => what)).toContain('login/login');
  expect(weights.filter(({ kb, limitKb }) => kb > limitKb)).toEqual([]);
});
