import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { allOf } from '#components/shared/loading/all-of'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { PatientCostPage } from './patient-cost-page.tsx'

const draw = (client: QueryClient): string =>
  renderToString(
    <QueryClientProvider client={client}>
      <PatientCostPage />
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')

it('does not say that there is no clearinghouse when they could not be read', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const queryFn = () => Promise.reject(new Error('The database does not answer.'))
  await client.prefetchQuery({ ...allOf(listConnectionsContract), queryFn, retry: false })
  const html = draw(client)
  expect(html).toContain('The clearinghouses could not be loaded')
  expect(html).toContain('The database does not answer.')
  expect(html).not.toContain('No connection yet')
})

it('says that there is none', () => {
  const client = new QueryClient()
  client.setQueryData(allOf(listConnectionsContract).queryKey, [])
  expect(draw(client)).toContain('No connection yet')
})
