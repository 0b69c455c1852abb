import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * Launches Chromium with no network access except to this machine.
 *
 * @param folder where the packaged Chromium was unpacked; empty for the installed Chrome
 * @param moreArgs further command-line options
 */
export function launchChromium(folder: string, moreArgs: readonly string[] = []): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ...moreArgs,
  ];
  if (folder === '') return chromium.launch({ channel: 'chrome', args });
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: [...args, '--disable-gpu', '--no-zygote', '--font-render-hinting=none'],
    env: {
      HOME: folder,
      TMPDIR: folder,
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  });
}
