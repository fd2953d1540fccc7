'use client'

import { SendIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { Textarea } from '#components/ui/input/textarea'
import { CodeBlock } from './code-block.tsx'
import { NativeSelect } from '#components/shared/fields/native-select'
import { useCredential } from './credential.tsx'
import type { Endpoint, Parameter } from './open-api.ts'
import { choicesOf, curlLine, type Typed } from './request-of.ts'
import { sendRequest, type Answer } from './send-request.ts'

type Outcome =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; message: string }

/** The name of a parameter among the typed values. */
const stringOf = (parameter: Parameter): string => `${parameter.in}.${parameter.name}`

type Props = { endpoint: Endpoint; start: Typed; server: string }

const summaryClass = cn(
  'cursor-pointer rounded-lg px-3 py-2 text-sm font-medium outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/**
 * A request to this very service, its answer, and beside them the same request as a command for a
 * shell.
 */
export function TryIt(props: Props) {
  const [open, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // A person may open it before the code of the page runs.
  useEffect(() => setOpen(details.current?.open ?? false), [])
  return (
    <details
      ref={details}
      suppressHydrationWarning
      className="rounded-lg border"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={summaryClass}>Try it</summary>
      {open ? <Request {...props} /> : null}
    </details>
  )
}

function Request({ endpoint, start, server }: Props) {
  const id = useId()
  const { key } = useCredential()
  const [typed, setTyped] = useState(start)
  const file = useRef<HTMLInputElement>(null)
  const { outcome, send, stop } = useRequest(endpoint)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Behind a long body the answer would come out of sight.
    if (outcome.kind === 'answer' || outcome.kind === 'failed')
      result.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  const content = endpoint.requestBody?.content ?? {}
  return (
    <form
      className="space-y-3 border-t p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send(typed, key, file.current?.files?.[0] ?? null)
      }}
    >
      <ParameterFields id={id} endpoint={endpoint} typed={typed} onChange={setTyped} />
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
      <SendLine sending={outcome.kind === 'sending'} withKey={key !== ''} onStop={stop} />
      <div ref={result} aria-live="polite" className="scroll-my-4">
        <Result outcome={outcome} />
      </div>
      <CodeBlock label="Command line" text={curlLine(server, endpoint, typed)} />
    </form>
  )
}

/** Sends requests, one at a time, and stores the outcome of the last one. */
function useRequest(endpoint: Endpoint) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })
  const controller = useRef<AbortController>(null)
  const send = async (typed: Typed, key: string, file: File | null) => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setOutcome({ kind: 'sending' })
    try {
      const answer = await sendRequest(endpoint, typed, key, file, current.signal)
      setOutcome({ kind: 'answer', answer })
    } catch (error) {
      const message = current.signal.aborted ? 'Stopped.' : describeFailure(error)
      setOutcome({ kind: 'failed', message })
    }
  }
  return { outcome, send, stop: () => controller.current?.abort() }
}

function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'unknown reason'
  return `The server cannot be reached (${reason}).`
}

type ParameterProps = {
  id: string
  endpoint: Endpoint
  typed: Typed
  onChange(typed: Typed): void
}

function ParameterFields({ id, endpoint, typed, onChange }: ParameterProps) {
  return (endpoint.parameters ?? []).map((parameter) => {
    const name = stringOf(parameter)
    return (
      <div key={name} className="grid gap-1 sm:grid-cols-[12rem_1fr] sm:items-center">
        <Label htmlFor={`${id}-${name}`} className="font-mono text-xs break-all">
          {parameter.name}
          {parameter.required ? (
            <span className="font-sans text-muted-foreground">required</span>
          ) : null}
        </Label>
        <ParameterField
          id={`${id}-${name}`}
          parameter={parameter}
          value={typed.values[name] ?? ''}
          onChange={(value) => onChange({ ...typed, values: { ...typed.values, [name]: value } })}
        />
      </div>
    )
  })
}

type ParameterFieldProps = {
  id: string
  parameter: Parameter
  value: string
  onChange(value: string): void
}

function ParameterField({ id, parameter, value, onChange }: ParameterFieldProps) {
  const choices = choicesOf(parameter)
  const field = { id, required: parameter.required, value }
  if (!choices)
    return (
      <Input
        {...field}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <NativeSelect {...field} onChange={(event) => onChange(event.target.value)}>
      <option value="">{parameter.required ? 'Choose…' : 'Not sent'}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </NativeSelect>
  )
}

type SendProps = { sending: boolean; withKey: boolean; onStop(): void }

function SendLine({ sending, withKey, onStop }: SendProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" size="sm" aria-disabled={sending}>
        <SendIcon aria-hidden /> Send
      </Button>
      {sending ? (
        <Button type="button" size="sm" variant="outline" onClick={onStop}>
          Stop
        </Button>
      ) : null}
      <span className="text-xs text-muted-foreground">
        {withKey ? 'With the API key typed above.' : 'With your own sign-in.'}
      </span>
    </div>
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
