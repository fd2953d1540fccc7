import type { Result } from './stage.ts'

/** A failed test: its file, as the runner takes it, and what is said of it. */
export type Failure = { file: string; test: string; message: string }

/** What a runner ended with. It may fail without a failed test, as by an error outside of one. */
export type Played = { code: number; passed: number; failed: number; failures: Failure[] }

/** More have a common cause. */
const mostFiles = 3
/** A build ends after ninety minutes, and three files of whole machines take ten. */
const notAfterMinutes = 75

const sentenceOf = ({ file, test, message }: Failure): string => `${file} > ${test}: ${message}`

/** A program that ended with an error has failed at least once, even before its first test. */
const failedOf = ({ code, failed }: Played): number => (code !== 0 && failed === 0 ? 1 : failed)

/**
 * Plays all files, and those with a failed test once more by themselves: the build machine is not
 * alone on its hardware. A test that passes then is named as unsteady, and fails nothing; one that
 * fails twice fails.
 * @param play plays these files, or all of the stage
 */
export async function playTwice(
  play: (files?: string[]) => Promise<Played>,
  minutes: () => number = () => process.uptime() / 60,
): Promise<Result> {
  const first = await play()
  const files = [...new Set(first.failures.map(({ file }) => file))]
  const hasOwnCause = first.failures.length < failedOf(first) || files.length > mostFiles
  if (files.length === 0 || hasOwnCause || minutes() > notAfterMinutes)
    return {
      passed: first.passed,
      failed: failedOf(first),
      failures: first.failures.map(sentenceOf),
    }
  const again = await play(files)
  const failed = failedOf(again)
  const isFailed = ({ file, test }: Failure): boolean =>
    again.failures.some((other) => other.file === file && other.test === test)
  return {
    passed: first.passed + Math.max(0, first.failed - failed),
    failed,
    failures: again.failures.map(sentenceOf),
    unsteady: first.failures.filter((failure) => !isFailed(failure)).map(sentenceOf),
  }
}
