import { contract } from '../contract.ts'

/** Specification 4.2. */
export const changelogFeedContract = contract({
  id: 'readChangelogFeed',
  method: 'GET',
  path: '/api/v2/changelog/feed.xml',
  summary: 'The change history of the service as an RSS 2.0 feed',
  description: 'Public; one item for each released version, newest first.',
  tag: 'Reference',
  auth: 'public',
  returns: { 200: { description: 'The feed.', contentType: 'application/rss+xml' } },
})
