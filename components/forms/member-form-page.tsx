'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { queryOf } from '#components/shared/queries'
import { FoundElsewhere } from '../shell/found-elsewhere.tsx'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/skeleton'
import { beginUploadContract } from '#lib/contracts/files'
import { getFormContract, submitFormContract } from '#lib/contracts/forms'
import { call } from '#lib/http/client'
import { LoadFailure } from '#components/shared/load-failure'
import { StartForm } from './start-form.tsx'

/** A manual form for people of the organization; after sending, it leads to the run. */
export function MemberFormPage({ slug }: { slug: string }) {
  const query = useQuery({
    ...queryOf(getFormContract, { params: { slug } }),
    refetchOnWindowFocus: false,
  })
  return (
    <div className="mx-auto w-full max-w-2xl">
      {query.data ? (
        <StartForm
          id={`${query.data.workflowId}.${query.data.version}`}
          title={query.data.title}
          description={query.data.description}
          schema={query.data.schema}
          uiSchema={query.data.uiSchema}
          uploadPath={beginUploadContract.path}
          send={async (data, key) => {
            const { runId } = await call(submitFormContract, {
              params: { slug },
              body: { data },
              headers: { 'idempotency-key': key },
            })
            return { reference: runId }
          }}
          afterwards={(runId) => (
            <p>
              <Button asChild>
                <Link href={`/runs/${runId}`}>See the run</Link>
              </Button>
            </p>
          )}
        />
      ) : query.isError ? (
        <div className="space-y-6">
          <LoadFailure what="This form" error={query.error} onRetry={() => void query.refetch()} />
          <FoundElsewhere kind="form" id={slug} error={query.error} />
        </div>
      ) : (
        <div className="space-y-4" aria-busy="true" aria-label="Loading the form">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </div>
  )
}
