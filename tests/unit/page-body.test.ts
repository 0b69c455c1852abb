import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openPageBody } from '#app/server/page-body.server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the body of a page', () => {
  it('comes in one piece for all that was written until a flush, and ends with the page', async () => {
    const page = openPageBody();
    for (const piece of ['<p>', 'Ada', '</p>']) page.destination.write(bytes(piece));
    page.destination.flush();
    page.destination.flush();
    page.destination.end(bytes('<hr>'));
    const reader = page.body.getReader();
    const pieces = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(new TextDecoder().decode(read.value));
    }
    expect(pieces).toEqual(['<p>Ada</p>', '<hr>']);
  });

  it('stops rendering when the client disconnects', async () => {
    const page = openPageBody();
    page.destination.write(bytes('<p>'));
    const closed = once(page.destination, 'close');
    await page.body.cancel();
    await closed;
    page.destination.flush();
    expect(page.destination.destroyed).toBe(true);
  });
});
