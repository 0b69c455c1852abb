/**
 * `handle` of a route rendered without client scripts, because it is shown at another route's URL and
 * hydration would load that route instead.
 */
export const WITHOUT_SCRIPTS = 'without scripts';
