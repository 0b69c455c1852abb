/** Joins the truthy class names: `classNames('btn', small && 'btn-sm')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
