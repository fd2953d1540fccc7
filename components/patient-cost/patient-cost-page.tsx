'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CalculatorIcon } from 'lucide-react'
import { allOf } from '#components/shared/loading/all-of'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { CostResult } from './cost-result.tsx'
import { estimate } from './estimate.ts'
import { lineTitlesOf } from './estimate-fields.ts'
import { EstimateForm } from './estimate-form.tsx'
import { useEstimateForm } from './use-estimate-form.ts'

const pageHelp =
  'What a planned service costs the patient, by what the payers say of the coverage. ' +
  'Nothing typed here is stored.'
const emptyHelp =
  'Fill in what is planned and who covers the patient. In the sandbox, Evergreen (EVERGREEN) ' +
  'knows the members EVG1001, EVG1002 and EVG1003; any NPI of ten digits will do.'

/** What is said instead of a clearinghouse to choose. */
const without = {
  pending: 'Loading…',
  error: 'Could not be loaded',
  success: 'No connection yet',
}

/**
 * What a patient would owe: services and payers in, every step of the calculation out. Nothing is
 * stored.
 */
export function PatientCostPage() {
  const connections = useQuery(allOf(listConnectionsContract))
  const clearinghouses = (connections.data ?? []).filter(({ kind }) => kind === 'clearinghouse')
  const form = useEstimateForm()
  const work = useMutation({ mutationFn: estimate })
  return (
    <Page>
      <PageHeader title="Patient cost" description={pageHelp} />
      {connections.isLoadingError ? (
        <LoadFailure
          what="The clearinghouses"
          error={connections.error}
          onRetry={() => void connections.refetch()}
        />
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_1fr]">
        <EstimateForm
          form={form}
          clearinghouses={clearinghouses}
          without={without[connections.status]}
          busy={work.isPending}
          error={work.error}
          onSubmit={(fields) => work.mutate(fields)}
        />
        <div aria-live="polite" className="min-w-0">
          {work.isPending ? <LoadingResult /> : null}
          {work.data ? (
            <CostResult answer={work.data} lineTitles={lineTitlesOf(form.fields)} />
          ) : null}
          {work.isPending || work.data ? null : (
            <EmptyState icon={CalculatorIcon} title="No estimate yet" description={emptyHelp} />
          )}
        </div>
      </div>
    </Page>
  )
}

function LoadingResult() {
  return (
    <div className="space-y-4" role="status" aria-busy="true" aria-label="Working the cost out">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-28 w-full" />
      ))}
    </div>
  )
}
