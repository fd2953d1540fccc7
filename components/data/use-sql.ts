'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  getSqlSchemaContract,
  getSqlSettingsContract,
  runSqlContract,
  runSqlV2Contract,
  type SqlAnswer,
} from '#lib/contracts/data/sql'
import { call } from '#lib/http/client'

export type Place = 'built-in' | 'outside'
export type Statement = { query: string; params: unknown[]; place: Place; signal: AbortSignal }
export type Ran = { query: string; answer: SqlAnswer; ms: number; at: string }

/** Which databases exist; read again every 2 s while the organization's own is being created. */
export const useSqlSettings = (enabled: boolean) =>
  useQuery({
    ...queryOf(getSqlSettingsContract),
    refetchInterval: ({ state }) => (state.data?.builtIn.status === 'preparing' ? 2000 : false),
    enabled,
  })

/** The tables and columns of a database. */
export const useSqlSchema = (place: Place, enabled: boolean) =>
  useQuery({
    ...queryOf(getSqlSchemaContract, { query: { place } }),
    enabled,
    staleTime: 60_000,
  })

const changesTables = /^\s*(?:create|alter|drop|comment|select\b[\s\S]*\binto\b)/i

/** Runs one statement. After one that may have changed tables, their list is read again. */
export function useRunSql() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ query, params, place, signal }: Statement): Promise<Ran> => {
      const startedAt = performance.now()
      const contract = place === 'outside' ? runSqlContract : runSqlV2Contract
      const answer = await call(contract, { body: { query, params, arrayMode: true }, signal })
      return {
        query,
        answer,
        ms: Math.round(performance.now() - startedAt),
        at: new Date().toISOString(),
      }
    },
    onSuccess: async ({ query, answer }) => {
      if (!('error' in answer) && changesTables.test(query))
        await refresh(client, getSqlSchemaContract)
    },
  })
}
