'use client'

import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { OrganizationMark } from '#components/shared/display/organization-mark'
import { load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { PublicFormView } from '#lib/contracts/workflows/forms'
import { request } from '#lib/http/client'
import { describeData } from '../describe-data.ts'
import { FillForm } from '../fill-form.tsx'
import { StartForm } from '../start-form.tsx'
import { FormTextsContext, useFormTexts } from '../texts.ts'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import type { FormPageProps } from './form-page-props.ts'
import { LanguageChoice } from './language-choice.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import { Reference } from './reference.tsx'
import { sendProved } from './send-proved.ts'
import { Trap } from './trap.tsx'

type Data = Record<string, unknown>

// Shown only where something typed has no place any more.
const TypedText = lazy(async () => ({
  default: (await loadCode(() => import('#components/copy/typed-text'))).TypedText,
}))

/** The visitor's input from before the form's link was switched off. */
function TypedBefore({ id }: { id: string }) {
  const owner = useOwner()
  const texts = useFormTexts()
  const [text, setText] = useState('')
  useEffect(() => {
    const stored = load<Data>('tab', owner, `form.${id}`)
    if (stored) setText(describeData(stored, {}, texts))
  }, [owner, id, texts])
  return text ? (
    <Suspense fallback={null}>
      <TypedText text={text} />
    </Suspense>
  ) : null
}

/** The link opens no form. */
function NoForm({ id, mayRetry = false }: { id: string; mayRetry?: boolean | undefined }) {
  const { text } = useFormTexts()
  return (
    <>
      <Alert variant="destructive">
        <AlertTitle>{text(mayRetry ? 'not loaded' : 'not found')}</AlertTitle>
        <AlertDescription>
          {mayRetry ? null : text('not found.why')}
          {mayRetry ? (
            <a href="?" className="underline">
              {text('try again')}
            </a>
          ) : null}
        </AlertDescription>
      </Alert>
      <TypedBefore id={id} />
    </>
  )
}

/** The form takes no more answers; what was typed before can still be copied. */
function ClosedForm({ id, form }: { id: string; form: PublicFormView }) {
  const { text } = useFormTexts()
  const { organization, privacyNote, title } = form
  return (
    <>
      <OrganizationMark {...organization} />
      <section className="space-y-2 rounded-lg border bg-card p-6">
        <p className="text-muted-foreground wrap-anywhere">{title}</p>
        <h1 className="text-xl font-semibold">{text('closed')}</h1>
        <p>{text('closed.why', { organization: organization.name })}</p>
      </section>
      <TypedBefore id={id} />
      <PrivacyNote html={privacyNote} />
    </>
  )
}

/** The address of this form, in the language that is read; the server does not know the host. */
function useLink(token: string, query: string): string {
  const [origin, setOrigin] = useState('')
  useEffect(() => setOrigin(window.location.origin), [])
  return `${origin}/f/${token}${query}`
}

type OpenProps = { id: string; token: string; form: PublicFormView; worker: string }

/** How the form was filled in, for the server to judge. */
function useSigns() {
  const trap = useRef<HTMLInputElement>(null)
  const since = useRef(0)
  useEffect(() => {
    since.current = Date.now()
  }, [])
  const signs = () => {
    const seconds = Math.floor((Date.now() - since.current) / 1000)
    return `seconds=${Math.min(seconds, 99_999)}${trap.current?.value ? ', trap' : ''}`
  }
  return { trap, signs }
}

function OpenForm({ id, token, form, worker }: OpenProps) {
  const { trap, signs } = useSigns()
  const path = `/api/v2/public/forms/${encodeURIComponent(token)}`
  const query = `?language=${encodeURIComponent(form.language)}`
  const send = async (data: Data, key: string, saved: string | undefined) =>
    await sendProved(
      async (headers) =>
        await request<{ reference: string }>('POST', path + query, {
          body: { data, ...(saved ? { saved } : {}) },
          headers: { 'idempotency-key': key, 'form-signs': signs(), ...headers },
        }),
      worker,
    )
  const link = useLink(token, query)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <OrganizationMark {...form.organization} />
        <LanguageChoice language={form.language} languages={form.languages} />
      </div>
      <StartForm
        id={id}
        title={form.title}
        description={form.description}
        schema={form.schema}
        uiSchema={form.uiSchema}
        uploadPath={`${path}/uploads`}
        Form={FillForm}
        send={send}
        saving={{ path: `${path}/saved`, link, days: form.saveDays }}
        afterwards={(reference) => <Reference reference={reference} />}
      />
      <Trap field={trap} />
      <PrivacyNote html={form.privacyNote} />
    </>
  )
}

type ContentProps = { id: string } & Pick<FormPageProps, 'token' | 'form' | 'mayRetry' | 'worker'>

function Content({ id, token, form, mayRetry, worker = '' }: ContentProps) {
  if (!form) return <NoForm id={id} mayRetry={mayRetry} />
  if (form.closed) return <ClosedForm id={id} form={form} />
  return <OpenForm id={id} token={token} form={form} worker={worker} />
}

/** A form opened by its shared link, for visitors who do not sign in. */
export function FormPage({ token, form, language, mayRetry, worker }: FormPageProps) {
  const texts = useMemo(() => formTexts(language, form?.texts), [language, form])
  const id = `public.${token.slice(0, 12)}`
  return (
    <FormTextsContext value={texts}>
      <main className="mx-auto min-h-dvh w-full max-w-2xl space-y-6 px-4 py-10">
        <Content id={id} token={token} form={form} mayRetry={mayRetry} worker={worker} />
      </main>
    </FormTextsContext>
  )
}
