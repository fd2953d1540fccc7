import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changelogFeed } from '#lib/documents/changelog-feed'
import { releasesOf } from '#lib/documents/changelog'
import { env } from '#lib/env'

/**
 * Specification 4.2: the feed of the repository's CHANGELOG.md. It changes only with the version,
 * so each process makes it once.
 */
let feed: Promise<string> | undefined

export async function readChangelogFeed(): Promise<string> {
  feed ??= readFile(join(process.cwd(), 'CHANGELOG.md'), 'utf8').then((markdown) =>
    changelogFeed(releasesOf(markdown), env().BASE_URL),
  )
  return await feed
}
