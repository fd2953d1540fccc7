'use client'

import { useQuery } from '@tanstack/react-query'
import { listConnectionsContract, type ConnectionView } from '#lib/contracts/connections'
import { listPoliciesContract } from '#lib/contracts/policies'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'
import type { KnownConnection, KnownPolicy } from '../inspector/known.ts'

/** The connections and policies that configurations can name; undefined until they are there. */
export function useKnown(): { connections: KnownConnection[] | undefined; policies: KnownPolicy[] } {
  const connections = useQuery({ queryKey: ['editor-connections'], staleTime: 30_000, queryFn: () => call<Page<ConnectionView>>(listConnectionsContract, { query: { limit: 200 } }) })
  const policies = useQuery({ queryKey: ['editor-policies'], staleTime: 30_000, queryFn: () => call<Page<KnownPolicy>>(listPoliciesContract, { query: { limit: 200 } }) })
  return { connections: connections.data?.items, policies: policies.data?.items ?? [] }
}
