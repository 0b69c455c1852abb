import { randomUUID } from 'node:crypto';
import type { PermissionScene } from './permission-scene.server.ts';
import { ADMINISTRATORS, type Fields, leadingTo, type Outcomes, type ScreenRow } from './screen-outcomes.ts';

const pressed =
  (intent: string) =>
  ({ people }: PermissionScene): Fields => [
    ['intent', intent],
    ['page', '1'],
    ['search', 'target=ADMINS'],
    ['total', '1'],
    ['except', ''],
    ['shown', people.admin.email],
    ['included', people.admin.email],
    ['like', people.admin.email],
    ['scheduledAt', ''],
    ['key', randomUUID()],
  ];

const row = (intent: string, outcomes: Outcomes = ADMINISTRATORS): ScreenRow => ({
  outcomes,
  path: ({ templateId }) => `/emails/${templateId}/send?target=ADMINS`,
  form: pressed(intent),
});

export const EMAIL_SENDING_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /emails/:id/send tick': row('tick'),
  'POST /emails/:id/send another page': row('page 2'),
  'POST /emails/:id/send ask': row('ask'),
  'POST /emails/:id/send test': row('test'),
  'POST /emails/:id/send with half of its fields': {
    ...row('ask', leadingTo("400: The form can't be read. Reload the page and try again.", ADMINISTRATORS)),
    form: (scene) => pressed('ask')(scene).slice(0, 3),
  },
  'POST /emails/:id/send send': row('send', leadingTo('→ /emails/deliveries/:id', ADMINISTRATORS)),
  'POST /emails/:id/send leaveOutSent': row('leaveOutSent'),
};
