import { classNames } from '#app/components/ui/class-names.ts';

/** What a user with no schools sees in place of what schools have (specification, section 2); `aside` where it is no news. */
export function NoSchools({ aside = false }: { aside?: boolean }) {
  return (
    <p className={classNames('m-0', aside && 'text-body-secondary')}>
      You aren&apos;t assigned to any high schools. Contact your administrator if you believe this to be an
      error.
    </p>
  );
}
