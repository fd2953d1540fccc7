import type { TaskProgress } from './task-progress.ts'

/** For people: "Page 12 of 30 is read", and which file where there are several. */
export function progressWords({ pages, readPages, file, files }: TaskProgress): string {
  const read = `${readPages.toLocaleString('en-US')} of ${pages.toLocaleString('en-US')} pages read`
  return files === 1 ? read : `File ${file} of ${files}: ${read}`
}
