'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#components/shared/queries'
import { TypedText } from '../copy/typed-text.tsx'
import { load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { Skeleton } from '#components/ui/skeleton'
import {
  beginPublicUploadContract,
  getPublicFormContract,
  submitPublicFormContract,
} from '#lib/contracts/forms'
import { ApiFailure, call, pathOf } from '#lib/http/client'
import { LoadFailure } from '#components/shared/load-failure'
import { describeData } from './describe-data.ts'
import { StartForm } from './start-form.tsx'

/** What a visitor typed before the form's link was switched off. */
function TypedBefore({ id }: { id: string }) {
  const owner = useOwner()
  const [stored] = useState(() => load<Record<string, unknown>>('tab', owner, `form.${id}`))
  const text = stored ? describeData(stored) : ''
  return text ? <TypedText text={text} /> : null
}

/** A form opened by its shared link, for visitors who do not sign in. */
export function PublicFormPage({ token }: { token: string }) {
  const id = `public.${token.slice(0, 12)}`
  const query = useQuery({
    ...queryOf(getPublicFormContract, { params: { token } }),
    refetchOnWindowFocus: false,
    retry: false,
  })
  return (
    <main className="mx-auto min-h-dvh w-full max-w-2xl px-4 py-10">
      {query.data ? (
        <StartForm
          id={id}
          title={query.data.title}
          description={query.data.description}
          schema={query.data.schema}
          uiSchema={query.data.uiSchema}
          uploadPath={pathOf(beginPublicUploadContract, { token })}
          send={async (data, key) =>
            await call(submitPublicFormContract, {
              params: { token },
              body: { data },
              headers: { 'idempotency-key': key },
            })
          }
          afterwards={(reference) => (
            <p className="text-muted-foreground">
              Your reference is <code className="text-foreground">{reference}</code>. You may close
              this page.
            </p>
          )}
        />
      ) : query.isError ? (
        <div className="space-y-6">
          <LoadFailure what="This form" error={query.error} onRetry={() => void query.refetch()} />
          {query.error instanceof ApiFailure && query.error.status === 404 ? (
            <TypedBefore id={id} />
          ) : null}
        </div>
      ) : (
        <div className="space-y-4" aria-busy="true" aria-label="Loading the form">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </main>
  )
}
