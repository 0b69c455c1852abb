import type { ActionFunctionArgs, LoaderFunctionArgs, TypedResponse } from '@remix-run/node';
import type { Orm } from '#db/orm.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

export type Fields = readonly (readonly [name: string, value: string])[];

interface Screen<Loaded, Reply> {
  readonly loader: (args: LoaderFunctionArgs) => Promise<Loaded>;
  readonly action: (args: ActionFunctionArgs) => Promise<Reply | TypedResponse<never>>;
}

type Visitor = { readonly id: string } | null;

/**
 * Returns what an action returns to its own page.
 *
 * @throws {Response} when the action redirects
 */
export async function pageReply<Reply>(attempt: Promise<Reply | TypedResponse<never>>): Promise<Reply> {
  return attempt.then((reply) => {
    if (isRedirect(reply)) throw reply;
    return reply;
  });
}

function isRedirect(reply: unknown): reply is TypedResponse<never> {
  return reply instanceof Response;
}

/** Opens a screen and sends its forms as without JavaScript, with a new session of the user or none. */
export function screenConversation<Loaded, Reply>(
  { loader, action }: Screen<Loaded, Reply>,
  orm: () => Orm,
  params: () => Record<string, string> = () => ({}),
) {
  const args = async (user: Visitor, path: string, form?: Fields) => ({
    ...(await screenArgs({ orm: orm(), user, path, ...(form === undefined ? {} : { form }) })),
    params: params(),
  });
  return {
    open: async (user: Visitor, path: string) => loader(await args(user, path)),
    send: async (user: Visitor, path: string, form: Fields) =>
      pageReply(action(await args(user, path, form))),
    /** Sends a form that redirects, and loads the target with its messages. */
    follow: async (user: Visitor, path: string, form: Fields) => {
      const led = await refusalOf(pageReply(action(await args(user, path, form))));
      if (!(led instanceof Response)) throw led;
      const to = led.headers.get('Location') ?? '';
      const next = await args(user, to);
      const cookie = led.headers.get('Set-Cookie')?.split(';')[0] ?? '';
      next.request.headers.set('Cookie', `${next.request.headers.get('Cookie')}; ${cookie}`);
      return { status: led.status, to, loaded: await loader(next) };
    },
  };
}
