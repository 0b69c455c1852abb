import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, useBrowser } from '#tests/support/browser.ts';

const PAGES: Record<string, string> = {
  '/good': '<main><h1>Good</h1><p>Nothing to say.</p><noscript>No script here</noscript></main>',
  '/console': '<main><h1>Console</h1></main><script nonce="n">console.error("a written error")</script>',
  '/thrown': '<main><h1>Thrown</h1></main><script nonce="n">throw new Error("a thrown error")</script>',
  '/inline': '<main><h1>Inline</h1></main><script>document.title = "ran"</script>',
  '/elsewhere': '<main><h1>Elsewhere</h1><img alt="" src="https://images.example.com/a.png"></main>',
  '/bare': '<main><h1>Bare</h1><img src="data:,"></main>',
};

let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = PAGES[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; script-src 'nonce-n'; img-src data: https:",
    });
    response.end(
      `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">${body ?? ''}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(() => {
  server.close();
});

describe('the watch over the pages of browser tests', () => {
  const browser = useBrowser();

  it('reports nothing for a good page, with and without scripts, and axe violations of a bad one', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.newPage({ javaScriptEnabled });
      await page.goto(`${url}/good`);
      expect((await page.innerText('body')).includes('No script here')).toBe(!javaScriptEnabled);
      expect(await page.getByRole('heading').textContent()).toBe('Good');
    }
    expect(browser.takeComplaints()).toEqual([]);

    const page = await browser.newPage();
    await page.goto(`${url}/good`);
    await expectNoAxeViolations(page);
    await page.goto(`${url}/bare`);
    await expect(expectNoAxeViolations(page)).rejects.toMatchObject({
      actual: [expect.stringMatching(/^image-alt \(.*<img/)],
    });
  });

  it('reports console errors, exceptions, violations of the security policy, and failed requests', async () => {
    const page = await browser.newPage();
    for (const [path, complaint] of [
      ['/console', /a written error/],
      ['/thrown', /a thrown error/],
      ['/inline', /Content Security Policy/],
      ['/elsewhere', /ERR_NAME_NOT_RESOLVED/],
      ['/absent', /404/],
    ] as const) {
      await page.goto(url + path);
      await expect.poll(() => browser.takeComplaints()).toEqual([expect.stringMatching(complaint)]);
    }
  });
});
