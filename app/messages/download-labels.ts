/** Beginning of the question when some designations were downloaded before (specification, section 8). */
export const SOME_DOWNLOADED = 'Some of these designations have already been downloaded';

/** Question when some designations were downloaded before (specification, section 8). */
export const DOWNLOAD_AGAIN = `${SOME_DOWNLOADED} - are you sure you want to continue?`;

/** Returns the message for a single designation. */
export function alreadyDownloaded(time: string): string {
  return `This designation was already downloaded at ${time}`;
}
