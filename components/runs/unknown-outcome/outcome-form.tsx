'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, type ComponentProps } from 'react'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { answerOutcomeContract } from '#lib/contracts/runs/tasks'
import type { Step } from '#lib/domain/workflow/definition'
import { call } from '#lib/http/client'
import { CallAnswer, useCallAnswer } from './call-answer.tsx'

type Answer =
  | { answer: 'happened'; output: unknown }
  | { answer: 'try-again' }
  | { answer: 'give-up' }

const otherWays = [
  {
    answer: 'try-again',
    label: 'It did not, try again',
    means: 'The call is made once more. If it did happen after all, it happens twice.',
  },
  {
    answer: 'give-up',
    label: 'Give up',
    means: 'The step fails, and what handles its failure takes over.',
  },
] as const

type WayProps = Pick<ComponentProps<'button'>, 'type' | 'disabled' | 'onClick'> & {
  label: string
  means: string
}

/** One answer, with its consequence. */
function Way({ label, means, ...button }: WayProps) {
  const id = useId()
  return (
    <li className="space-y-1">
      <Button
        size="sm"
        variant="outline"
        className="w-full justify-start"
        aria-describedby={id}
        {...button}
      >
        {label}
      </Button>
      <p id={id} className="text-xs text-muted-foreground">
        {means}
      </p>
    </li>
  )
}

type WaysProps = {
  /** It is said what the call answered. */
  isKnown: boolean
  disabled: boolean
  onAnswer(way: (typeof otherWays)[number]['answer']): void
}

/** The three answers; the first one sends the form. */
function Ways({ isKnown, disabled, onAnswer }: WaysProps) {
  const means = isKnown
    ? 'The run goes on with the answer above.'
    : 'The run goes on, without an answer.'
  return (
    <ul className="space-y-2">
      <Way type="submit" label="It happened" means={means} disabled={disabled} />
      {otherWays.map(({ answer, ...texts }) => (
        <Way
          key={answer}
          type="button"
          {...texts}
          disabled={disabled}
          onClick={() => onAnswer(answer)}
        />
      ))}
    </ul>
  )
}

type Props = {
  taskId: string
  /** The step that made the call. */
  step: Step | undefined
  /** It is held since the installation was restored from a backup; here it was not made. */
  restored: boolean
  /** The page was opened by a link to this call: the keyboard starts at the question. */
  takeFocus: boolean
  onAnswered(answered: boolean): void
}

const introductions = {
  lost: 'It was under way when its answer failed to come, and it must not be repeated blindly.',
  restored:
    'Rounds was restored from a backup. What this run did after the backup is not known here, so ' +
    'this call may have happened.',
}

/** The question about a call with an unknown outcome, with the three possible answers. */
export function OutcomeForm({ taskId, step, restored, takeFocus, onAnswered }: Props) {
  const titleId = useId()
  const given = useCallAnswer(step)
  const region = useRef<HTMLElement>(null)
  const answer = useMutation({
    mutationFn: (body: Answer) => call(answerOutcomeContract, { params: { taskId }, body }),
    onError: (error) => toast.error(error.message),
    onSettled: (_, error) => onAnswered(error === null),
  })
  useEffect(() => {
    if (takeFocus) region.current?.focus()
  }, [takeFocus])
  // The form disappears when the run changes; until then there is no second answer.
  const disabled = answer.isPending || answer.isSuccess
  const submit = async () => {
    const read = await given.read()
    if (read) answer.mutate({ answer: 'happened', output: read.output })
  }
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="rounded-lg border border-amber-500 p-4 outline-none focus-visible:ring-2 focus-visible:ring-ring"
      aria-labelledby={titleId}
    >
      <form
        className="space-y-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h3 id={titleId} className="text-sm font-semibold">
          Did this call happen?
        </h3>
        <p className="text-sm text-muted-foreground">
          {restored ? introductions.restored : introductions.lost} Look in the other system, then
          say what you found.
        </p>
        <CallAnswer given={given} />
        <Ways
          isKnown={given.way !== 'none'}
          disabled={disabled}
          onAnswer={(way) => answer.mutate({ answer: way })}
        />
      </form>
    </section>
  )
}
