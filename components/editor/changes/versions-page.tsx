'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BackLink } from '#components/shared/display/back-link'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import {
  listVersionsContract,
  readVersionContract,
  readWorkflowContract,
  type Workflow,
} from '#lib/contracts/workflows/workflows'
import { DefinitionChanges, LookAt, type Types } from './definition-changes.tsx'

const draft = 'draft'
const names = ['from', 'to'] as const

/** The definition of a version, or the saved draft. */
function useDefinition(workflow: Workflow, chosen: string) {
  const isVersion = chosen !== '' && chosen !== draft
  const version = useQuery({
    ...queryOf(readVersionContract, {
      params: { id: workflow.id, number: isVersion ? Number(chosen) : 1 },
    }),
    enabled: isVersion,
    staleTime: Infinity,
  })
  if (isVersion) return { definition: version.data?.definition, error: version.error }
  return { definition: chosen === draft ? workflow.draft : undefined, error: null }
}

type ShownProps = { workflow: Workflow; from: string; to: string; types: Types }

function Shown({ workflow, from, to, types }: ShownProps) {
  const before = useDefinition(workflow, from)
  const after = useDefinition(workflow, to)
  const error = before.error ?? after.error
  if (error)
    return (
      <p role="alert" className="text-sm text-destructive">
        {error.message}
      </p>
    )
  if (!after.definition || (from !== '' && !before.definition))
    return <LoadingRows label="Loading the versions" rows={3} rowClass="h-16 w-full" />
  if (!before.definition) return <LookAt definition={after.definition} types={types} />
  return (
    <DefinitionChanges
      key={`${from}:${to}`}
      before={before.definition}
      after={after.definition}
      types={types}
      none="Nothing differs: both run in the same way."
    />
  )
}

function Choose({ workflow }: { workflow: Workflow }) {
  const { filters, change } = useUrlFilters(names)
  const params = { id: workflow.id }
  const versions = useQuery(queryOf(listVersionsContract, { params, query: { limit: 100 } }))
  const stepTypes = useQuery({ ...queryOf(listStepTypesContract), staleTime: Infinity })
  const types = useMemo(
    () => new Map(stepTypes.data?.items.map((type) => [type.type, type])),
    [stepTypes.data],
  )
  const to = filters.to === '' ? draft : filters.to
  const choices = [
    { id: draft, label: 'The draft' },
    ...(versions.data?.items ?? []).map(({ number, note }) => ({
      id: String(number),
      label: note === '' ? `Version ${number}` : `Version ${number}: ${note.slice(0, 60)}`,
    })),
  ]
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelledSelect
          label="Look at"
          options={choices}
          value={to}
          onChange={(event) => change({ to: event.target.value })}
        />
        <LabelledSelect
          label="Compared with"
          options={[{ id: '', label: 'Nothing' }, ...choices]}
          value={filters.from}
          onChange={(event) => change({ from: event.target.value })}
        />
      </div>
      <Shown workflow={workflow} from={filters.from} to={to} types={types} />
    </>
  )
}

/** Looks at a version of a workflow, or compares two of them. */
export function VersionsPage({ id }: { id: string }) {
  const workflow = useQuery(queryOf(readWorkflowContract, { params: { id } }))
  usePageTitle(workflow.data ? `Versions · ${workflow.data.name}` : undefined)
  return (
    <Page>
      <BackLink href={`/workflows/${id}`}>{workflow.data?.name ?? 'The workflow'}</BackLink>
      <PageHeader
        title="Versions"
        description="Look at a version as it was published, or at what changed between two."
      />
      <Loaded
        query={workflow}
        what="The workflow"
        loading={<LoadingRows label="Loading the workflow" rows={3} rowClass="h-16 w-full" />}
      >
        {(loaded) => <Choose workflow={loaded} />}
      </Loaded>
    </Page>
  )
}
