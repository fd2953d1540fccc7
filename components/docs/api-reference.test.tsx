import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { contracts } from '#lib/contracts/index'
import { openApiDocument } from '#lib/http/openapi'
import { ApiReference } from './api-reference.tsx'
import type { OpenApi } from './open-api.ts'

const html = renderToStaticMarkup(<ApiReference document={openApiDocument('https://rounds.example.com') as unknown as OpenApi} />)
const all = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => match[1] ?? '')

describe('the API reference', () => {
  it('shows every endpoint', () => {
    const ids = all(/<section id="op-([^"]+)"/g)
    expect(ids.toSorted()).toEqual(contracts.map((contract) => contract.id).toSorted())
  })

  it('links only to places that exist, each of which exists once', () => {
    const ids = all(/ id="([^"]+)"/g)
    expect(ids.length).toBe(new Set(ids).size)
    for (const target of new Set(all(/href="#([^"]+)"/g))) expect(ids).toContain(target)
  })

  it('names every region, and labels what its labels name', () => {
    const ids = new Set(all(/ id="([^"]+)"/g))
    for (const name of all(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(name)
    for (const name of all(/ for="([^"]+)"/g)) expect(ids).toContain(name)
  })

  it('keeps within what a page may weigh', () => expect(html.length).toBeLessThan(900_000))
})
