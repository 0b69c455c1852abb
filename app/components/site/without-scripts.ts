/**
 * The `handle` of a route rendered without JavaScript, because it is shown at another route's URL, where hydration
 * would load that route.
 */
export const WITHOUT_SCRIPTS = 'without scripts';
