import { afterEach, describe, expect, it } from 'vitest';
import { MjmlProcess } from '#app/domain/emails/mjml-process.server.ts';

const SMALL = mjml('<mj-text>Hello</mj-text>');
/** Takes forever: every element is matched against all of its descendants, recursively. */
const ENDLESS = mjml(
  `<mj-text>${'<b>x</b>'.repeat(9_000)}</mj-text>`,
  `<mj-style inline="inline">${'*:has('.repeat(8)}i${')'.repeat(8)}{color:red}</mj-style>`,
);

function mjml(part: string, head = ''): string {
  return `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${part}</mj-column></mj-section></mj-body></mjml>`;
}

describe('MJML in a process of its own', { timeout: 60_000 }, () => {
  let beside = new MjmlProcess();
  afterEach(() => expect.poll(() => beside.isRunning, { timeout: 25_000 }).toBe(false));

  it('begins with a template, builds one after the other, and ends when no other follows', async () => {
    beside = new MjmlProcess({ buildMs: 20_000, idleMs: 300 });
    expect(beside.isRunning).toBe(false);
    const built = await Promise.all([beside.build(SMALL), beside.build('no MJML'), beside.build(SMALL)]);
    expect(built[0]).toMatchObject({ errors: [] });
    expect(built[0]).toHaveProperty('html', expect.stringContaining('>Hello</div>'));
    expect(built.slice(1)).toEqual(['unreadable', built[0]]);
    expect(beside.isRunning).toBe(true);
    await expect.poll(() => beside.isRunning).toBe(false);
    expect(await beside.build(SMALL)).toEqual(built[0]);
  });

  it('cancels a template that takes too long without blocking this process, and builds the next', async () => {
    beside = new MjmlProcess({ buildMs: 1_000, idleMs: 300 });
    await beside.build(SMALL);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 10);
    const given = await beside.build(ENDLESS);
    clearInterval(turning);
    expect(given).toBe('too much');
    expect(beside.isRunning).toBe(true);
    expect(turns).toBeGreaterThan(20);
    expect(await beside.build(SMALL)).toMatchObject({ errors: [] });
  });

  it('cancels a template that uses too much memory, and builds the next', async () => {
    beside = new MjmlProcess({ buildMs: 20_000, idleMs: 300 });
    const large = `<mj-attributes><mj-all font-family="${'x'.repeat(100_000)}" /></mj-attributes>`;
    expect(await beside.build(mjml('<mj-text>x</mj-text>'.repeat(900), large))).toBe('too much');
    expect(await beside.build(SMALL)).toMatchObject({ errors: [] });
  });
});
