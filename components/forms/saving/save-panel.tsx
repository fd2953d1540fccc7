'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import { useContext, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { copyText, selectShown } from '#components/copy/copy-text'
import { dayInLanguage } from '#components/shared/display/times'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { ApiFailure, request } from '#lib/http/client'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { PagesContext } from '../pages/pages-context.ts'
import { useFormTexts } from '../texts.ts'
import { FormFilesContext, whyNotSent, type Unfinished } from '../uploads/form-files.ts'
import { useSending } from '../use-sending.ts'
import type { Saving } from './use-saved-form.ts'

type Props = {
  saving: Saving
  data: Record<string, unknown>
  secret: string | undefined
  onSaved(secret: string): void
  onClose(): void
}
type Answer = { secret: string; endsAt: string; email: string }

function whyFailed(error: Error, { text }: FormTexts): string {
  const status = error instanceof ApiFailure ? error.status : 0
  if (status === 0) return text('unreachable')
  if (status === 400) return text('fault.format.email')
  if (status === 404) return text('save.ended')
  if (status === 413) return text('save.too much')
  return status === 409 ? text('closed') : text('save.failed')
}

function SecretLink({ address }: { address: string }) {
  const { text } = useFormTexts()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(address)
    setCopied(done)
    if (!done && field.current) selectShown(field.current)
  }
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {text('save.link')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          dir="ltr"
          readOnly
          value={address}
          className="h-9 min-w-0 grow basis-48 rounded-md border border-input bg-muted px-3 text-base md:text-sm"
          onFocus={({ target }) => target.select()}
        />
        <Button type="button" variant="outline" onClick={() => void copy()}>
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          {text(copied ? 'thanks.copied' : 'save.copy')}
        </Button>
      </div>
    </div>
  )
}

type DoneProps = { answer: Answer; link: string; onClose(): void }

function Done({ answer: { secret, endsAt, email }, link, onClose }: DoneProps) {
  const texts = useFormTexts()
  const { text } = texts
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {text('save.done', { until: dayInLanguage(endsAt, texts.language) })}
      </h2>
      {email ? <p className="text-sm">{text('save.mailed', { email })}</p> : null}
      <SecretLink address={`${link}#saved=${secret}`} />
      <Button type="button" variant="outline" onClick={onClose}>
        {text('save.close')}
      </Button>
    </>
  )
}

/** Saves the form as it is, at the page that is shown. */
function useSave({ saving, data, secret, onSaved }: Props) {
  const { language } = useFormTexts()
  const pages = useContext(PagesContext)
  const send = async (known: string | undefined, email: string): Promise<Answer> => {
    const path = `${saving.path}?language=${encodeURIComponent(language)}`
    const address = email ? { email } : {}
    const body = {
      data,
      page: pages?.pages[pages.current]?.at ?? 0,
      ...address,
      ...(known ? { secret: known } : {}),
    }
    const answer = await request<{ secret: string; endsAt: string }>('POST', path, { body })
    onSaved(answer.secret)
    return { ...answer, email }
  }
  return useSending(
    async (email: string) => {
      try {
        return await send(secret, email)
      } catch (error) {
        // What was saved before has ended: it is saved anew.
        if (secret && error instanceof ApiFailure && error.status === 404)
          return await send(undefined, email)
        throw error
      }
    },
    () => undefined,
  )
}

type AddressProps = {
  value: string
  invalid: boolean
  onChange(value: string): void
  onEnter(): void
}

/** Where the link is sent, if anywhere. */
function AddressField({ value, invalid, onChange, onEnter }: AddressProps) {
  const { text } = useFormTexts()
  const id = useId()
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {text('save.email')}
      </label>
      <Input
        id={id}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        value={value}
        aria-invalid={invalid}
        aria-describedby={`${id}-why`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
      />
      <p id={`${id}-why`} className="text-xs text-muted-foreground">
        {text('save.email.why')}
      </p>
    </div>
  )
}

const noFiles: readonly Unfinished[] = []

/** The chosen files that are not stored: they would not be saved. */
function useUnfinishedFiles(): readonly Unfinished[] {
  const files = useContext(FormFilesContext)
  const all = () => files?.all() ?? noFiles
  return useSyncExternalStore(files?.subscribe ?? (() => () => undefined), all, all)
}

/** Asks for an address, saves, and shows the secret link. */
export function SavePanel(props: Props) {
  const { saving, onClose } = props
  const texts = useFormTexts()
  const { text, count } = texts
  const save = useSave(props)
  const files = useUnfinishedFiles()
  const [email, setEmail] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const start = () => save.mutate(email.trim())
  const why = whyNotSent(files, texts)
  const fault = save.error ? whyFailed(save.error, texts) : why
  return (
    <section className="space-y-4 rounded-lg border bg-card p-4" aria-label={text('save')}>
      {save.answer ? (
        <Done answer={save.answer} link={saving.link} onClose={onClose} />
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {text('save')}
          </h2>
          <p className="text-sm text-muted-foreground">{count('save.why', saving.days)}</p>
          <AddressField
            value={email}
            invalid={save.error !== null}
            onChange={setEmail}
            onEnter={() => {
              if (why === '') start()
            }}
          />
          <p role="alert" className="text-sm text-destructive empty:hidden">
            {fault}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="button" disabled={save.isPending || why !== ''} onClick={start}>
              {text(save.isPending ? 'save.saving' : 'save.now')}
            </Button>
            <Button type="button" variant="outline" onClick={onClose}>
              {text('save.cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
