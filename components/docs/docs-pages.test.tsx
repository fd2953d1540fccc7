import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { contracts } from '#lib/http/endpoints'
import { openApiDocument } from '#lib/http/openapi/openapi'
import { DocsGroup, DocsOverview, DocsSchemas } from './docs-pages.tsx'
import { addressOfDocs, groupOf, type OpenApi } from './open-api.ts'

const document = openApiDocument('https://rounds.example.com', contracts) as unknown as OpenApi
const pages: Record<string, string> = {
  '/docs': renderToStaticMarkup(<DocsOverview document={document} />),
  '/docs/schemas': renderToStaticMarkup(<DocsSchemas document={document} />),
  ...Object.fromEntries(
    document.tags.map((tag) => [
      addressOfDocs.group(tag.name),
      renderToStaticMarkup(<DocsGroup document={document} tag={tag} />),
    ]),
  ),
}
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '')
const ids = (html: string | undefined) => all(html ?? '', / id="([^"]+)"/g)

describe('the API reference', () => {
  it('shows every endpoint on one page, and names each on the first', () => {
    const shown = Object.values(pages).flatMap((html) => all(html, /<section id="op-([^"]+)"/g))
    expect(shown.toSorted()).toEqual(contracts.map((contract) => contract.id).toSorted())
    const named = all(pages['/docs'] ?? '', /href="[^"]+#op-([^"]+)"/g)
    expect(named.toSorted()).toEqual(contracts.map((contract) => contract.id).toSorted())
  })

  it.each(Object.entries(pages))(
    '%s links only to places that exist, and names what it labels',
    (address, html) => {
      expect(ids(html).length).toBe(new Set(ids(html)).size)
      for (const target of new Set(all(html, /href="((?:\/docs[^"#]*)?#[^"]+)"/g))) {
        const [page = '', anchor] = target.split('#')
        expect(ids(pages[page || address]), target).toContain(anchor)
      }
      for (const name of [
        ...all(html, /aria-labelledby="([^"]+)"/g),
        ...all(html, / for="([^"]+)"/g),
      ])
        expect(ids(html)).toContain(name)
    },
  )

  it('has an address of its own for every group', () => {
    expect(new Set(document.tags.map(({ name }) => addressOfDocs.group(name))).size).toBe(
      document.tags.length,
    )
    for (const tag of document.tags)
      expect(groupOf(document, addressOfDocs.group(tag.name).slice('/docs/'.length))).toBe(tag)
    expect(groupOf(document, 'schemas')).toBeUndefined()
  })

  it.each(Object.entries(pages))('%s keeps within what a page may weigh', (_address, html) =>
    expect(html.length).toBeLessThan(300_000),
  )
})
