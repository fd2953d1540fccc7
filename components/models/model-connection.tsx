'use client'

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import { getModelUseContract } from '#lib/contracts/integrations/models'
import { wordsOfUse } from './words-of-use.ts'

const none = { calls: 0, tokens: 0, dollars: 0, unpriced: 0 }

/** Whether a connection of a model may get patient data, in words. */
function patientDataWords({
  provider,
  config,
}: Pick<ConnectionView, 'provider' | 'config'>): string {
  if (provider === 'sandbox') return 'Nothing leaves this server.'
  const region = typeof config['region'] === 'string' ? config['region'] : ''
  if (config['agreement'] !== true)
    return 'May not get patient data: no business associate agreement is ticked.'
  return region === ''
    ? 'May not get patient data: name the region of the agreement.'
    : `May get patient data, by your agreement, in ${region}.`
}

/** What a connection of a model may get, and what it used this month. */
export function ModelConnection({ connection }: { connection: ConnectionView }) {
  const use = useQuery(queryOf(getModelUseContract))
  const own = use.data?.connections.find(({ connectionId }) => connectionId === connection.id)
  return (
    <>
      <p className="text-sm text-muted-foreground">{patientDataWords(connection)}</p>
      {use.data && connection.provider !== 'sandbox' ? (
        <p className="text-sm text-muted-foreground">This month: {wordsOfUse(own ?? none)}</p>
      ) : null}
    </>
  )
}
