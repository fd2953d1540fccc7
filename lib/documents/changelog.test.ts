import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { changelogFeed } from './changelog-feed.ts'
import { releasesOf } from './changelog.ts'

const history = `# Changelog

## [Unreleased]

### Added

- A secret plan

## [1.1.0] - 2026-03-08

### Fixed

- \`a < b\` & "more" <script>alert(1)</script> ]]>

## [1.0.0] - 2026-01-31

### Added

- The first version
`

type Rss = {
  rss: {
    '@_version': string
    channel: {
      link: string
      'atom:link': { '@_rel': string; '@_href': string }
      item: {
        title: string
        guid: { '#text': string; '@_isPermaLink': string }
        pubDate: string
        description: string
      }[]
    }
  }
}

describe('the change history', () => {
  it('has one release for each version with a date', () => {
    expect(releasesOf(history).map(({ version, date }) => [version, date])).toEqual([
      ['1.1.0', '2026-03-08'],
      ['1.0.0', '2026-01-31'],
    ])
    expect(releasesOf(history)[1]?.html).toBe(
      '<h3>Added</h3>\n<ul>\n<li>The first version</li>\n</ul>',
    )
  })

  it('parses the change history of this service', async () => {
    const releases = releasesOf(await readFile('CHANGELOG.md', 'utf8'))
    expect(releases.length).toBeGreaterThan(0)
    for (const { html } of releases) expect(html).toContain('<li>')
  })

  it('makes a feed that RSS 2.0 and its validator accept', () => {
    const xml = changelogFeed(releasesOf(history), 'https://rounds.example.com')
    expect(XMLValidator.validate(xml)).toBe(true)
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(xml) as Rss
    expect(rss['@_version']).toBe('2.0')
    const links = [rss.channel['atom:link']].flat()
    expect(links).toContainEqual(
      expect.objectContaining({
        '@_rel': 'self',
        '@_href': 'https://rounds.example.com/api/v2/changelog/feed.xml',
      }),
    )
    expect(
      rss.channel.item.map((item) => [
        item.title,
        item.guid['#text'],
        item.guid['@_isPermaLink'],
        item.pubDate,
      ]),
    ).toEqual([
      ['Rounds 1.1.0', 'rounds-1.1.0', 'false', 'Sun, 08 Mar 2026 00:00:00 GMT'],
      ['Rounds 1.0.0', 'rounds-1.0.0', 'false', 'Sat, 31 Jan 2026 00:00:00 GMT'],
    ])
    expect(rss.channel.item[0]?.description).toContain('a &lt; b')
    expect(xml).not.toContain('<script>')
  })

  it('makes the same feed at any time', () => {
    expect(changelogFeed(releasesOf(history), 'https://a.example')).toBe(
      changelogFeed(releasesOf(history), 'https://a.example'),
    )
  })
})
