import { Feed } from 'feed'
import type { Release } from './changelog.ts'

/**
 * The change history as RSS 2.0, one item a version. `baseUrl` is the service's address without a
 * slash at its end.
 */
export function changelogFeed(releases: Release[], baseUrl: string): string {
  const feed = new Feed({
    id: baseUrl,
    title: 'Rounds: changes',
    description: 'What changed in Rounds, version by version.',
    link: `${baseUrl}/docs`,
    feedLinks: { rss: `${baseUrl}/api/v2/changelog/feed.xml` },
    language: 'en',
    copyright: '',
    generator: 'Rounds',
    // The same history gives the same feed at any time.
    updated: instantOf(releases[0]?.date ?? '1970-01-01'),
  })
  for (const { version, date, html } of releases)
    feed.addItem({
      title: `Rounds ${version}`,
      id: `rounds-${version}`,
      guid: `rounds-${version}`,
      link: `${baseUrl}/docs`,
      date: instantOf(date),
      description: html,
    })
  return feed.rss2()
}

const instantOf = (date: string): Date => new Date(`${date}T00:00:00Z`)
