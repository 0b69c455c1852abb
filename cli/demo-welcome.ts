import { DEMO_PEOPLE } from '#db/seeds/demo-people.ts';

/** The message shown once the demo or development server is ready. */
export function welcome(appUrl: string, stop: string): string {
  return `
Laurel is ready: ${appUrl}

  Sign in as an administrator    ${DEMO_PEOPLE.administrator.email}
  Sign in as a counselor         ${DEMO_PEOPLE.counselor.email}
  Create an invited account      ${DEMO_PEOPLE.invited.email}

  Codes appear here and at ${appUrl}/dev/mailbox
  ${stop}
`;
}
