import { describe, expect, it, vi } from 'vitest';
import { isCodeOf, makeCode } from '#app/domain/auth/totp-strategy.server.ts';

const [OLD, NEW] = ['an old secret of some thirty-two letters', 'a new secret of some thirty-two letters'];
const EMAIL = "o'neil+x@school.example.org";

describe('a code', () => {
  it('has six digits, and fits its own state only', async () => {
    const [mine, theirs] = [await makeCode([NEW], EMAIL), await makeCode([NEW], EMAIL)];
    expect(mine.code).toMatch(/^\d{6}$/);
    expect(await isCodeOf([NEW], mine.totpState, mine.code)).toBe(true);
    expect(await isCodeOf([NEW], theirs.totpState, mine.code)).toBe(mine.code === theirs.code);
  });

  it('fits the state that an earlier secret sealed, as long as that secret verifies', async () => {
    const { code, totpState } = await makeCode([OLD], EMAIL);
    expect(await isCodeOf([NEW, OLD], totpState, code)).toBe(true);
    expect(await isCodeOf([NEW], totpState, code)).toBe(false);
  });

  it('is not part of its state', async () => {
    const { code, totpState } = await makeCode([NEW], EMAIL);
    expect(decodeURIComponent(totpState)).not.toContain(code);
  });

  it('is compared with one code, not with those of neighboring periods as well', async () => {
    const { code, totpState } = await makeCode([NEW], EMAIL);
    const computed = vi.spyOn(crypto.subtle, 'sign');
    expect(await isCodeOf([NEW], totpState, code === '000000' ? '000001' : '000000')).toBe(false);
    expect(computed).toHaveBeenCalledTimes(1);
  });

  it('is refused with a state that was changed anywhere', async () => {
    const { code, totpState } = await makeCode([NEW], EMAIL);
    const [head = '', sealed = ''] = totpState.split('totp=');
    for (let at = sealed.indexOf('..') + 2; at < sealed.length - 30; at += 7) {
      if (sealed.slice(at, at + 2).includes('.')) continue;
      const changed = `${head}totp=${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      expect(await isCodeOf([NEW], changed, code)).toBe(false);
    }
  });

  it('uses all digits in every position', async () => {
    const digitsByIndex = Array.from({ length: 6 }, () => new Set<string>());
    for (let made = 0; made < 200; made += 1) {
      const { code } = await makeCode([NEW], EMAIL);
      digitsByIndex.forEach((digits, index) => digits.add(code.charAt(index)));
    }
    expect(digitsByIndex.map((digits) => digits.size)).toEqual([10, 10, 10, 10, 10, 10]);
  });
});
