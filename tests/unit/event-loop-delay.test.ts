import { afterEach, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { logEventLoopDelay } from '#app/server/http/served-app.server.ts';

const BUSY_MS = 250;
let end = () => {};
afterEach(() => end());

it('the log says how long the process was blocked, and nothing about users', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  end = logEventLoopDelay(log);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  await expect.poll(() => lines.length, { timeout: 5_000 }).toBeGreaterThan(0);
  const [line] = lines;
  expect(Object.keys(line ?? {}).sort()).toEqual(['level', 'ms', 'msg', 'time']);
  expect(line).toMatchObject({ msg: 'event loop delayed', level: 40 });
  expect(line?.['ms']).toBeGreaterThanOrEqual(BUSY_MS - 50);
});
