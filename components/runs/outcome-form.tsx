'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button'
import { Textarea } from '#components/ui/textarea'
import { answerOutcomeContract } from '#lib/contracts/tasks'
import { LongIntegerError, parseTypedJson } from '#lib/domain/exact-json'
import { call } from '#lib/http/client'

type Answer =
  | { answer: 'happened'; output: unknown }
  | { answer: 'try-again' }
  | { answer: 'give-up' }

function parseOutput(text: string): { value: unknown } | { problem: string } {
  if (text.trim() === '') return { value: null }
  try {
    return { value: parseTypedJson(text) }
  } catch (error) {
    if (error instanceof LongIntegerError) return { problem: error.message }
    return {
      problem: 'This is not JSON. Write an object such as {"id": "123"}, or leave it empty.',
    }
  }
}

/** One answer, with what follows from it. */
function Way({
  id,
  label,
  means,
  disabled,
  onChoose,
}: {
  id: string
  label: string
  means: string
  disabled: boolean
  onChoose(): void
}) {
  return (
    <li className="space-y-1">
      <Button
        size="sm"
        variant="outline"
        className="w-full justify-start"
        disabled={disabled}
        aria-describedby={id}
        onClick={onChoose}
      >
        {label}
      </Button>
      <p id={id} className="text-xs text-muted-foreground">
        {means}
      </p>
    </li>
  )
}

/**
 * Asks a person what became of a call whose answer never came; nothing is repeated until they
 * answer.
 */
export function OutcomeForm({
  taskId,
  takeFocus,
  onAnswered,
}: {
  taskId: string
  takeFocus: boolean
  onAnswered(answered: boolean): void
}) {
  const id = useId()
  const region = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const answer = useMutation({
    mutationFn: (body: Answer) => call(answerOutcomeContract, { params: { taskId }, body }),
    onError: (error) => toast.error(error.message),
    onSettled: (_, error) => onAnswered(error === null),
  })
  // Who comes by a link to this very call reads the question first, with the keyboard where it is
  // answered.
  useEffect(() => {
    if (takeFocus) region.current?.focus()
  }, [takeFocus])
  // The form goes when the run says so; until then nobody may answer twice.
  const busy = answer.isPending || answer.isSuccess
  const happened = () => {
    const parsed = parseOutput(text)
    if ('problem' in parsed) {
      setProblem(parsed.problem)
      region.current?.querySelector('textarea')?.focus()
    } else answer.mutate({ answer: 'happened', output: parsed.value })
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="space-y-3 rounded-lg border border-amber-500 p-4 outline-none focus-visible:ring-2 focus-visible:ring-ring"
      aria-labelledby={`${id}-title`}
    >
      <h3 id={`${id}-title`} className="text-sm font-semibold">
        Did this call happen?
      </h3>
      <p className="text-sm text-muted-foreground">
        It was under way when its answer failed to come, and it must not be repeated blindly. Look
        in the other system, then say what you found.
      </p>
      <div className="space-y-1">
        <label htmlFor={`${id}-output`} className="text-sm font-medium">
          If it happened: what it answered (JSON, may be empty)
        </label>
        <Textarea
          id={`${id}-output`}
          value={text}
          rows={3}
          className="font-mono text-xs"
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        {problem ? (
          <p id={`${id}-problem`} role="alert" className="text-sm text-destructive">
            {problem}
          </p>
        ) : null}
      </div>
      <ul className="space-y-2">
        <Way
          id={`${id}-happened`}
          label="It happened"
          means="The run goes on with the answer above."
          disabled={busy}
          onChoose={happened}
        />
        <Way
          id={`${id}-again`}
          label="It did not, try again"
          means="The call is made once more. If it did happen after all, it happens twice."
          disabled={busy}
          onChoose={() => answer.mutate({ answer: 'try-again' })}
        />
        <Way
          id={`${id}-give-up`}
          label="Give up"
          means="The step fails, and what handles its failure takes over."
          disabled={busy}
          onChoose={() => answer.mutate({ answer: 'give-up' })}
        />
      </ul>
    </section>
  )
}
