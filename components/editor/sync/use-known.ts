'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allOf } from '#components/shared/loading/all-of'
import { queryOf } from '#components/shared/loading/queries'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { listCalendarsContract } from '#lib/contracts/organization/calendars'
import { listPoliciesContract } from '#lib/contracts/data/policies'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { listTemplatesContract } from '#lib/contracts/data/templates'
import type {
  KnownCalendar,
  KnownConnection,
  KnownPolicy,
  KnownTemplate,
  KnownWorkflow,
} from '../inspector/config/known.ts'

const noPolicies: KnownPolicy[] = []

/**
 * The calendars, connections, policies, templates and workflows that configurations can name; undefined until
 * loaded.
 */
export function useKnown(): {
  calendars: KnownCalendar[]
  connections: KnownConnection[] | undefined
  policies: KnownPolicy[]
  templates: KnownTemplate[] | undefined
  workflows: KnownWorkflow[] | undefined
} {
  const calendars = useQuery({ staleTime: 30_000, ...queryOf(listCalendarsContract, {}) })
  const connections = useQuery({
    staleTime: 30_000,
    ...allOf(listConnectionsContract),
  })
  const policies = useQuery({
    staleTime: 30_000,
    ...allOf(listPoliciesContract),
  })
  const templates = useQuery({
    staleTime: 30_000,
    ...allOf(listTemplatesContract),
  })
  const workflows = useKnownWorkflows()
  const calendarItems = calendars.data?.items
  return {
    calendars: useMemo(() => calendarItems ?? [], [calendarItems]),
    connections: connections.data,
    policies: policies.data ?? noPolicies,
    templates: templates.data,
    workflows,
  }
}

/** The workflows that steps can run; undefined until loaded. */
export function useKnownWorkflows(): KnownWorkflow[] | undefined {
  const { data } = useQuery({
    staleTime: 30_000,
    // One that was made here is published in another tab.
    refetchOnWindowFocus: 'always',
    ...allOf(listWorkflowsContract),
  })
  return useMemo(
    () =>
      data?.map(({ id, slug, name, published }) => ({
        id,
        slug,
        name,
        published: published !== null,
      })),
    [data],
  )
}
