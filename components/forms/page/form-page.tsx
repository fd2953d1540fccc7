'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { OrganizationMark } from '#components/shared/display/organization-mark'
import { load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { PublicFormView } from '#lib/contracts/workflows/forms'
import { request } from '#lib/http/client'
import { describeData } from '../describe-data.ts'
import { StartForm } from '../start-form.tsx'
import type { FormPageProps } from './form-page-props.ts'

type Data = Record<string, unknown>

// Shown only where something typed has no place any more.
const TypedText = lazy(async () => ({
  default: (await import('#components/copy/typed-text')).TypedText,
}))

/** The visitor's input from before the form's link was switched off. */
function TypedBefore({ id }: { id: string }) {
  const owner = useOwner()
  const [text, setText] = useState('')
  useEffect(() => {
    const stored = load<Data>('tab', owner, `form.${id}`)
    if (stored) setText(describeData(stored))
  }, [owner, id])
  return text ? (
    <Suspense fallback={null}>
      <TypedText text={text} />
    </Suspense>
  ) : null
}

/** The link opens no form. */
function NoForm({ id, message, mayRetry }: { id: string } & Omit<FormPageProps, 'token' | 'form'>) {
  return (
    <>
      <Alert variant="destructive">
        <AlertTitle>
          {mayRetry ? 'This form could not be loaded' : 'This form could not be found'}
        </AlertTitle>
        <AlertDescription>
          {message}
          {mayRetry ? (
            <a href="?" className="underline">
              Try again
            </a>
          ) : null}
        </AlertDescription>
      </Alert>
      <TypedBefore id={id} />
    </>
  )
}

function OpenForm({ id, token, form }: { id: string; token: string; form: PublicFormView }) {
  const path = `/api/v2/public/forms/${encodeURIComponent(token)}`
  const send = async (data: Data, key: string) =>
    await request<{ reference: string }>('POST', path, {
      body: { data },
      headers: { 'idempotency-key': key },
    })
  return (
    <>
      <OrganizationMark {...form.organization} />
      <StartForm
        id={id}
        title={form.title}
        description={form.description}
        schema={form.schema}
        uiSchema={form.uiSchema}
        uploadPath={`${path}/uploads`}
        send={send}
        afterwards={(reference) => (
          <p className="text-muted-foreground">
            Your reference is <code className="text-foreground">{reference}</code>. You may close
            this page.
          </p>
        )}
      />
    </>
  )
}

/** A form opened by its shared link, for visitors who do not sign in. */
export function FormPage({ token, form, ...refusal }: FormPageProps) {
  const id = `public.${token.slice(0, 12)}`
  return (
    <main className="mx-auto min-h-dvh w-full max-w-2xl space-y-6 px-4 py-10">
      {form ? <OpenForm id={id} token={token} form={form} /> : <NoForm id={id} {...refusal} />}
    </main>
  )
}
