'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { queryOf } from '#components/shared/loading/queries'
import { OrganizationMark } from '#components/shared/display/organization-mark'
import { TypedText } from '#components/copy/typed-text'
import { load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import {
  beginPublicUploadContract,
  getPublicFormContract,
  submitPublicFormContract,
} from '#lib/contracts/workflows/forms'
import { ApiFailure, call, pathOf } from '#lib/http/client'
import { describeData } from './describe-data.ts'
import { LoadingForm } from './loading-form.tsx'
import { StartForm } from './start-form.tsx'

/** The visitor's input from before the form's link was switched off. */
function TypedBefore({ id }: { id: string }) {
  const owner = useOwner()
  const [stored] = useState(() => load<Record<string, unknown>>('tab', owner, `form.${id}`))
  const text = stored ? describeData(stored) : ''
  return text ? <TypedText text={text} /> : null
}

const isMissing = (error: Error) => error instanceof ApiFailure && error.status === 404

/** A form opened by its shared link, for visitors who do not sign in. */
export function PublicFormPage({ token }: { token: string }) {
  const id = `public.${token.slice(0, 12)}`
  const query = useQuery({
    ...queryOf(getPublicFormContract, { params: { token } }),
    refetchOnWindowFocus: false,
    retry: false,
  })
  const send = async (data: Record<string, unknown>, key: string) => {
    const headers = { 'idempotency-key': key }
    return await call(submitPublicFormContract, { params: { token }, body: { data }, headers })
  }
  return (
    <main className="mx-auto min-h-dvh w-full max-w-2xl space-y-6 px-4 py-10">
      <Loaded
        query={query}
        what="This form"
        loading={<LoadingForm />}
        belowFailure={(error) => (isMissing(error) ? <TypedBefore id={id} /> : null)}
      >
        {(form) => (
          <>
            <OrganizationMark {...form.organization} />
            <StartForm
              id={id}
              title={form.title}
              description={form.description}
              schema={form.schema}
              uiSchema={form.uiSchema}
              uploadPath={pathOf(beginPublicUploadContract, { token })}
              send={send}
              afterwards={(reference) => (
                <p className="text-muted-foreground">
                  Your reference is <code className="text-foreground">{reference}</code>. You may
                  close this page.
                </p>
              )}
            />
          </>
        )}
      </Loaded>
    </main>
  )
}
