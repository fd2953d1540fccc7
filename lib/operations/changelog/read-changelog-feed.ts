import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#lib/env'

/**
 * Specification 4.2: the feed of the repository's CHANGELOG.md. It changes only with the version,
 * so each process makes it once.
 */
let feed: Promise<string> | undefined

export async function readChangelogFeed(): Promise<string> {
  feed ??= makeFeed()
  return await feed
}

/** Loads what it needs only now: most processes are never asked. */
async function makeFeed(): Promise<string> {
  const { changelogFeed } = await import('#lib/documents/changelog-feed')
  const { releasesOf } = await import('#lib/documents/changelog')
  const markdown = await readFile(join(process.cwd(), 'CHANGELOG.md'), 'utf8')
  return changelogFeed(releasesOf(markdown), env().BASE_URL)
}
