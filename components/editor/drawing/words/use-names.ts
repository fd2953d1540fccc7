import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allOf } from '#components/shared/loading/all-of'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { listPoliciesContract } from '#lib/contracts/data/policies'
import { listTemplatesContract } from '#lib/contracts/data/templates'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { saysParts, type Reading } from '#lib/domain/workflow/says'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Names } from './step-words.ts'

type Types = ReadonlyMap<string, StepTypeInfo>

/** How the settings of these steps are read. */
function readingsOf({ steps }: Definition, types: Types): Set<Reading | undefined> {
  const used = new Set(steps.map(({ type }) => type))
  const patterns = [...used].flatMap((type) => types.get(type)?.says ?? [])
  return new Set(
    patterns.flatMap(saysParts).map((part) => ('reading' in part ? part.reading : undefined)),
  )
}

const staleTime = 30_000

/**
 * The names of the connections, workflows, templates and policies that the steps name; without those
 * that the person may not see.
 */
export function useNames(definition: Definition, types: Types): Names {
  const { steps } = definition
  const used = useMemo(() => readingsOf({ steps } as Definition, types), [steps, types])
  const often = { staleTime, retry: false }
  const connections = useQuery({
    ...often,
    ...allOf(listConnectionsContract),
    enabled: used.has('connection'),
  }).data
  const workflows = useQuery({
    ...often,
    ...allOf(listWorkflowsContract),
    enabled: used.has('workflow'),
  }).data
  const templates = useQuery({
    ...often,
    ...allOf(listTemplatesContract),
    enabled: used.has('template'),
  }).data
  const policies = useQuery({
    ...often,
    ...allOf(listPoliciesContract),
    enabled: used.has('policy'),
  }).data
  return useMemo(
    () => ({
      connection: new Map(connections?.map(({ kind, slug, name }) => [`${kind} ${slug}`, name])),
      workflow: new Map(workflows?.map(({ slug, name }) => [slug, name])),
      template: new Map(templates?.map(({ slug, name }) => [slug, name])),
      policy: new Map(policies?.map(({ id, title }) => [id, title])),
    }),
    [connections, workflows, templates, policies],
  )
}
