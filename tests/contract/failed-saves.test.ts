import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { screenRoutes } from '#tests/support/screen-build.server.ts';

/** Actions that no form calls, and how typed data survives a failure there. */
const WITHOUT_FORMS: Readonly<Record<string, string>> = {
  '/designate/editing/:id': 'The draft of the steps, which stays in the browser until the server has it.',
  '/designate/import-mapping/:highSchoolId':
    'Remembers how columns are matched; the import goes on without it.',
  '/designate/warnings/:id':
    'Checks students whom Review shows; the warnings of the last save remain without it.',
  '/designations/:id/copy.pdf': 'Refuses every form; its document is opened with a link.',
  '/designations/:id/reviewing': 'Tells other reviewers who has it open.',
  '/due-dates.ics': 'Refuses every form; its file is opened with a link.',
  '/designations/download': 'Opens a file in a tab of its own.',
  '/designations/schools': 'Suggests schools while a name is typed.',
  '/emails/:id/send/message': 'Shows one email in a frame.',
  '/emails/deliveries/:id/progress': 'Reads how far a delivery is.',
  '/emails/deliveries/:id/message': 'Shows one email in a frame.',
  '/emails/check': 'Checks the text while it is typed; the editor says when it cannot.',
  '/login/oidc': 'Refuses every form; opened with a link.',
  '/login/oidc/callback': 'Refuses every form; the provider leads browsers to it.',
  '/login/passkey': 'Signs in with a passkey; the page says why it failed.',
  '/login/passkey/options': 'Asks for what the passkey signs.',
  '/emails/preview': 'Shows the text in a frame while it is typed.',
};

const screens = (await screenRoutes()).filter(({ module }) => module['action'] !== undefined);

afterEach(() => showSaveNotice(null));

it.each(screens.filter(({ pattern }) => !(pattern in WITHOUT_FORMS)))(
  'the page $pattern keeps its form and data when a save fails',
  ({ module }) => {
    expect(module['clientAction']).toHaveProperty('name', 'keepForm');
    const shouldRevalidate = z.instanceof(Function).parse(module['shouldRevalidate']);
    const url = new URL('http://localhost/account');
    const sent = { formMethod: 'POST', defaultShouldRevalidate: true, currentUrl: url, nextUrl: url };
    showSaveNotice({
      tone: 'danger',
      text: 'Unable to save changes: Unknown error',
      path: '',
      isInDialog: false,
    });
    expect(Reflect.apply(shouldRevalidate, undefined, [sent])).toBe(false);
  },
);

it('only actions without a form are exempt from keeping it when a save fails', () => {
  const known = screens.map(({ pattern }) => pattern);
  expect(Object.keys(WITHOUT_FORMS).filter((pattern) => !known.includes(pattern))).toEqual([]);
  const others = screens.filter(({ pattern }) => pattern in WITHOUT_FORMS);
  expect(others.filter(({ module }) => module['default'] !== undefined)).toEqual([]);
});
