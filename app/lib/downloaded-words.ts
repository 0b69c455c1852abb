/** What a question about a repeated download begins with (specification, section 8), where some of several were downloaded before. */
export const SOME_DOWNLOADED = 'Some of these designations have already been downloaded';

/** The same of one designation. */
export function alreadyDownloaded(time: string): string {
  return `This designation was already downloaded at ${time}`;
}
