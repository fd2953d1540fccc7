'use client'

import { SendIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Textarea } from '#components/ui/textarea'
import { CodeBlock } from './code-block.tsx'
import { useCredential } from './credential.tsx'
import type { Endpoint, Parameter } from './open-api.ts'
import { curlLine, type Typed } from './request-of.ts'
import { sendRequest, type Answer } from './send-request.ts'

type Outcome =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; message: string }

const stringOf = (parameter: Parameter): string => `${parameter.in}.${parameter.name}`

/**
 * A request to this very service, as typed, and what it answered; beside it the same as a line for
 * a shell.
 */
export function TryIt({
  endpoint,
  start,
  server,
}: {
  endpoint: Endpoint
  start: Typed
  server: string
}) {
  const [open, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // It can be opened before the page's code is there.
  useEffect(() => setOpen(details.current?.open ?? false), [])
  return (
    <details
      ref={details}
      suppressHydrationWarning
      className="rounded-lg border"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-lg px-3 py-2 text-sm font-medium outline-none focus-visible:ring-2 focus-visible:ring-ring">
        Try it
      </summary>
      {open ? <Request endpoint={endpoint} start={start} server={server} /> : null}
    </details>
  )
}

function Request({
  endpoint,
  start,
  server,
}: {
  endpoint: Endpoint
  start: Typed
  server: string
}) {
  const id = useId()
  const { key } = useCredential()
  const [typed, setTyped] = useState(start)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })
  const file = useRef<HTMLInputElement>(null)
  const controller = useRef<AbortController>(null)
  const content = endpoint.requestBody?.content ?? {}
  const send = async (event: FormEvent) => {
    event.preventDefault()
    controller.current?.abort()
    const { signal } = (controller.current = new AbortController())
    setOutcome({ kind: 'sending' })
    try {
      setOutcome({
        kind: 'answer',
        answer: await sendRequest(endpoint, typed, key, file.current?.files?.[0] ?? null, signal),
      })
    } catch (error) {
      setOutcome({
        kind: 'failed',
        message: signal.aborted
          ? 'Stopped.'
          : `The server cannot be reached (${error instanceof Error ? error.message : 'unknown reason'}).`,
      })
    }
  }
  const stop = () => controller.current?.abort()
  return (
    <form className="space-y-3 border-t p-3" onSubmit={(event) => void send(event)}>
      {(endpoint.parameters ?? []).map((parameter) => {
        const name = stringOf(parameter)
        return (
          <div key={name} className="grid gap-1 sm:grid-cols-[12rem_1fr] sm:items-center">
            <Label htmlFor={`${id}-${name}`} className="font-mono text-xs break-all">
              {parameter.name}
              {parameter.required ? (
                <span className="font-sans text-muted-foreground">required</span>
              ) : null}
            </Label>
            <Input
              id={`${id}-${name}`}
              required={parameter.required}
              spellCheck={false}
              autoComplete="off"
              value={typed.values[name] ?? ''}
              onChange={(event) =>
                setTyped({ ...typed, values: { ...typed.values, [name]: event.target.value } })
              }
            />
          </div>
        )
      })}
      {content['multipart/form-data'] && !content['application/json'] ? (
        <div className="space-y-1">
          <Label htmlFor={`${id}-file`}>File</Label>
          <Input id={`${id}-file`} ref={file} type="file" required />
        </div>
      ) : null}
      {content['application/json'] ? (
        <div className="space-y-1">
          <Label htmlFor={`${id}-body`}>Body (JSON)</Label>
          <Textarea
            id={`${id}-body`}
            className="min-h-32 font-mono text-xs"
            spellCheck={false}
            value={typed.body}
            onChange={(event) => setTyped({ ...typed, body: event.target.value })}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" aria-disabled={outcome.kind === 'sending'}>
          <SendIcon aria-hidden /> Send
        </Button>
        {outcome.kind === 'sending' ? (
          <Button type="button" size="sm" variant="outline" onClick={stop}>
            Stop
          </Button>
        ) : null}
        <span className="text-xs text-muted-foreground">
          {key ? 'With the API key typed above.' : 'With your own sign-in.'}
        </span>
      </div>
      <div aria-live="polite">
        <Result outcome={outcome} />
      </div>
      <CodeBlock label="Command line" text={curlLine(server, endpoint, typed)} />
    </form>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'idle') return null
  if (outcome.kind === 'sending')
    return <p className="text-sm text-muted-foreground">Waiting for the answer…</p>
  if (outcome.kind === 'failed')
    return <p className="text-sm text-destructive">{outcome.message}</p>
  const { status, statusText, milliseconds, requestId, headers, body } = outcome.answer
  return (
    <div className="space-y-2">
      <p className="text-sm">
        <strong>
          {status} {statusText}
        </strong>{' '}
        <span className="text-muted-foreground">
          in {milliseconds} ms{requestId ? `, request ${requestId}` : ''}
        </span>
      </p>
      {headers.length > 0 ? (
        <p className="font-mono text-xs break-all">
          {headers.map(([name, value]) => `${name}: ${value}`).join(' · ')}
        </p>
      ) : null}
      {body ? <CodeBlock label="Answer" text={body} /> : null}
    </div>
  )
}
