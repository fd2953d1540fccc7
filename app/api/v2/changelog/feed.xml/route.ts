import { changelogFeedContract } from '#lib/contracts/changelog'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { readChangelogFeed } from '#lib/operations/changelog/read-changelog-feed'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(changelogFeedContract, readChangelogFeed, {
    respond: (feed) => new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } }),
  }),
})
