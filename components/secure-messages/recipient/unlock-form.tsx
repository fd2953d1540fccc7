'use client'

import { useEffect, useRef, useState, type FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Refusal } from '#components/sign-in/refusal'
import { useAttempt } from '#components/sign-in/use-attempt'
import { Button } from '#components/ui/input/button'
import {
  askSecureCodeContract,
  unlockSecureMessageContract,
  type SecureLinkView,
} from '#lib/contracts/runs/secure-messages'
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
  mail: { ask: 'Send me a code by mail', sent: 'A code is on its way to your mailbox.' },
  question: { ask: 'Send me a code by mail', sent: 'A code is on its way to your mailbox.' },
  sms: { ask: 'Send me a code by text message', sent: 'A code is on its way to your phone.' },
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
      <p role="status" className="text-sm text-muted-foreground">
        {asked
          ? `${ways[way].sent} It is valid for 10 minutes. Look into the spam folder, too.`
          : ''}
      </p>
      {left > 0 ? (
        <p className="text-sm text-muted-foreground">Another one can be sent in {left} seconds.</p>
      ) : null}
      <Refusal text={refusal} />
    </div>
  )
}

type Props = { link: SecureLinkView; onOpened(link: SecureLinkView): void }

/** The fields that open the message. */
function Fields({ question }: Pick<SecureLinkView, 'question'>) {
  return (
    <>
      {question ? (
        <TextField
          label={question}
          help="The sender agreed on the answer with you."
          name="answer"
          autoComplete="off"
          maxLength={200}
          required
        />
      ) : null}
      <TextField
        label="Code"
        help="Six digits"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[\d\s\-]*"
        maxLength={12}
        required
        className="max-w-40 font-mono text-lg tracking-widest"
      />
    </>
  )
}

/** The code, and the answer where the sender asked a question, which open the message. */
export function UnlockForm({ link: { id, codeWay, question }, onOpened }: Props) {
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
    <div className="space-y-5 rounded-xl border bg-card p-5 shadow-sm">
      {codeWay === 'phone' ? (
        <p className="text-sm">The sender tells you a code by phone. It is valid for 10 minutes.</p>
      ) : (
        <AskForCode way={codeWay} id={id} onAsked={toFirstField} />
      )}
      <form ref={form} className="space-y-4" method="post" onSubmit={submit}>
        <Fields question={question} />
        <Refusal text={refusal} />
        <Button type="submit" className="w-full sm:w-auto" disabled={busy}>
          {busy ? 'Opening…' : 'Open the message'}
        </Button>
      </form>
    </div>
  )
}
