import { describe, expect, it } from 'vitest'
import type { ConnectionKindView, ConnectionView } from '#lib/contracts/integrations/connections'
import { filterConnections } from './connection-filter.ts'

const kind = (name: string, title: string, providers: string[]) =>
  ({
    kind: name,
    title,
    description: `About ${title}.`,
    providers: providers.map((id) => ({ id, title: `${id} Inc.` })),
  }) as unknown as ConnectionKindView
const connection = (of: string, name: string, provider: string) =>
  ({ kind: of, name, slug: name.toLowerCase(), provider }) as unknown as ConnectionView

const kinds = [
  kind('emr', 'Electronic medical record', ['fhir', 'sandbox']),
  kind('bank', 'Bank feed', ['plaid']),
  kind('letters', 'Letters', ['lob']),
]
const connections = [
  connection('emr', 'Main', 'fhir'),
  connection('emr', 'Trial', 'sandbox'),
  connection('bank', 'House', 'plaid'),
]
const shown = (query: string) => {
  const { connected, others } = filterConnections(kinds, connections, query)
  return [
    connected.flatMap((group) => group.connections.map(({ name }) => name)),
    others.map((other) => other.kind),
  ]
}

describe('the filter of connections', () => {
  it('shows everything without a query, what is not connected apart', () =>
    expect(shown('')).toEqual([['Main', 'Trial', 'House'], ['letters']]))
  it('goes by the kind', () => expect(shown('medical')).toEqual([['Main', 'Trial'], []]))
  it('goes by name and provider', () => expect(shown('record trial')).toEqual([['Trial'], []]))
  it('finds a kind to add by its provider', () => expect(shown('lob')).toEqual([[], ['letters']]))
  it('finds nothing for what is nothing', () => expect(shown('zebra')).toEqual([[], []]))
})
