'use client'

import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Refusal } from '#components/sign-in/refusal'
import { useAttempt } from '#components/sign-in/use-attempt'
import { Button } from '#components/ui/input/button'
import {
  askSecureCodeContract,
  unlockSecureMessageContract,
  type SecureLinkView,
} from '#lib/contracts/runs/secure-messages'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'

/** Seconds until another code may be asked for. */
function useCountdown() {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return undefined
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [until])
  return { left, start: (seconds: number) => setUntil(Date.now() + seconds * 1000) }
}

const ways = {
  mail: { ask: 'Send me a code by e-mail', sent: 'We sent a code to your e-mail.' },
  question: { ask: 'Send me a code by e-mail', sent: 'We sent a code to your e-mail.' },
  sms: { ask: 'Text me a code', sent: 'We sent a code to your phone as a text message.' },
}
const notThere = {
  mail: 'It can take a minute. If you do not see it, look in the junk or spam folder.',
  question: 'It can take a minute. If you do not see it, look in the junk or spam folder.',
  sms: 'It can take a minute.',
}

type Asking = { way: keyof typeof ways; id: string; onAsked(): void }

/** Asks for a code; once a minute. */
function AskForCode({ way, id, onAsked }: Asking) {
  const { left, start } = useCountdown()
  const { refusal, busy, attempt } = useAttempt()
  const [asked, setAsked] = useState(false)
  const ask = () =>
    attempt(async () => {
      const { resendAfterSeconds } = await call(askSecureCodeContract, { params: { id } })
      setAsked(true)
      start(resendAfterSeconds)
      onAsked()
    })
  return (
    <div className="space-y-2">
      <Button
        type="button"
        variant={asked ? 'outline' : 'default'}
        className="w-full sm:w-auto"
        aria-disabled={busy || left > 0}
        onClick={() => {
          if (!busy && left === 0) void ask()
        }}
      >
        {asked ? 'Send another code' : ways[way].ask}
      </Button>
      <p role="status">
        {asked ? `${ways[way].sent} It works for 10 minutes. ${notThere[way]}` : ''}
      </p>
      {left > 0 ? (
        <p className="text-sm text-muted-foreground">
          You can ask for another code in {countOf(left, 'second')}.
        </p>
      ) : null}
      <Refusal text={refusal} />
    </div>
  )
}

type Props = { link: SecureLinkView; onOpened(link: SecureLinkView): void }

/** A part of the way to the message, with its number. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="space-y-3" aria-labelledby={`step-${number}`}>
      <h2 id={`step-${number}`} className="flex items-center gap-3 text-lg font-semibold">
        <span
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-primary text-sm text-primary-foreground"
          aria-hidden
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The fields that open the message. */
function Fields({ question }: Pick<SecureLinkView, 'question'>) {
  return (
    <>
      <TextField
        label="Code"
        help="The six digits of the code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[\d\s\-]*"
        maxLength={12}
        required
        className="max-w-52 font-mono text-lg tracking-widest"
      />
      {question ? (
        <TextField
          label={question}
          help="You and the sender agreed on this answer. Capital letters do not matter."
          name="answer"
          autoComplete="off"
          maxLength={200}
          required
        />
      ) : null}
    </>
  )
}

/** The code, and the answer where the sender asked a question, which open the message. */
export function UnlockForm({ link, onOpened }: Props) {
  const { id, codeWay, question, organization } = link
  const form = useRef<HTMLFormElement>(null)
  const { refusal, busy, attempt } = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const answer = question ? { answer: String(fields.get('answer')) } : {}
    const body = { code: String(fields.get('code')), ...answer }
    void attempt(async () => {
      try {
        onOpened(await call(unlockSecureMessageContract, { params: { id }, body }))
      } finally {
        const field = form.current?.elements.namedItem('code')
        if (field instanceof HTMLInputElement) field.select()
      }
    })
  }
  const toFirstField = () => {
    const [first] = form.current?.elements ?? []
    if (first instanceof HTMLInputElement) first.focus()
  }
  return (
    <div className="space-y-8 rounded-xl border bg-card p-5 shadow-sm">
      <Step number={1} title="Get your code">
        {codeWay === 'phone' ? (
          <p>
            {organization.name} tells you the code on the telephone. It works for 10 minutes, so
            keep this page open while you talk.
          </p>
        ) : (
          <AskForCode way={codeWay} id={id} onAsked={toFirstField} />
        )}
      </Step>
      <Step number={2} title={question ? 'Enter the code and your answer' : 'Enter the code'}>
        <form ref={form} className="space-y-4" method="post" onSubmit={submit}>
          <Fields question={question} />
          <Refusal text={refusal} />
          <Button type="submit" className="w-full sm:w-auto" disabled={busy}>
            {busy ? 'Opening…' : 'Open the message'}
          </Button>
        </form>
      </Step>
    </div>
  )
}
