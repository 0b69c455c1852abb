/** What a question about a repeated download begins with (specification, section 8), where some of several were downloaded before. */
export const SOME_DOWNLOADED = 'Some of these designations have already been downloaded';

/** The specification's question (section 8) where some of a download's designations were downloaded before. */
export const DOWNLOAD_AGAIN = `${SOME_DOWNLOADED} - are you sure you want to continue?`;

/** The same of one designation. */
export function alreadyDownloaded(time: string): string {
  return `This designation was already downloaded at ${time}`;
}
