'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listConnectionsContract } from '#lib/contracts/connections'
import { listPoliciesContract } from '#lib/contracts/policies'
import { listWorkflowsContract } from '#lib/contracts/workflows'
import { call } from '#lib/http/client'
import type { KnownConnection, KnownPolicy, KnownWorkflow } from '../inspector/known.ts'

/**
 * The connections, policies and workflows that configurations can name; undefined until they are
 * there.
 */
export function useKnown(): {
  connections: KnownConnection[] | undefined
  policies: KnownPolicy[]
  workflows: KnownWorkflow[] | undefined
} {
  const connections = useQuery({
    queryKey: ['editor-connections'],
    staleTime: 30_000,
    queryFn: () => call(listConnectionsContract, { query: { limit: 200 } }),
  })
  const policies = useQuery({
    queryKey: ['editor-policies'],
    staleTime: 30_000,
    queryFn: () => call(listPoliciesContract, { query: { limit: 200 } }),
  })
  const workflows = useQuery({
    queryKey: ['editor-workflows'],
    staleTime: 30_000,
    queryFn: () => call(listWorkflowsContract, { query: { limit: 200 } }),
  })
  const known = useMemo(
    () =>
      workflows.data?.items.map(({ slug, name, published }) => ({
        slug,
        name,
        published: published !== null,
      })),
    [workflows.data],
  )
  return {
    connections: connections.data?.items,
    policies: policies.data?.items ?? [],
    workflows: known,
  }
}
