'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { emptyAnswer, isWholeAnswer } from '#components/shared/answer/answer-shape'
import { AnswerValue } from '#components/shared/answer/answer-value'
import { queryOf } from '#components/shared/loading/queries'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import { answerOutcomeContract } from '#lib/contracts/runs/tasks'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import type { Step } from '#lib/domain/workflow/definition'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { call } from '#lib/http/client'
import { typedOutputSchema, type TypedOutput } from './typed-output.ts'

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

const ways = { none: 'Not known', fields: 'Fields', json: 'JSON' }

/** What a call answered, by what its step gives; nothing that nobody has said. */
function useAnswer(step: Step | undefined, isAsked: boolean) {
  const [typed, setTyped] = useState<unknown>()
  const types = useQuery({
    ...queryOf(listStepTypesContract),
    staleTime: Infinity,
    enabled: isAsked,
  })
  const type = types.data?.items.find((one) => one.type === step?.type)
  const schema = step ? outputSchemaOf(step, type) : {}
  const value = typed === undefined ? emptyAnswer(schema) : typed
  return { schema, value, change: setTyped, isLoading: types.isLoading }
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
  const [way, setWay] = useState<keyof typeof ways>('none')
  const { schema, value, change, isLoading } = useAnswer(step, way === 'fields')
  const [isMissing, setMissing] = useState(false)
  const region = useRef<HTMLElement>(null)
  const form = useForm<TypedOutput, unknown, { output: unknown }>({
    resolver: zodResolver(typedOutputSchema),
    defaultValues: { output: '' },
  })
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
  const happened = (output: unknown) => answer.mutate({ answer: 'happened', output })
  const submit = async () => {
    if (way === 'json') return await form.handleSubmit(({ output }) => happened(output))()
    if (way === 'none') return happened(null)
    if (isLoading) return
    setMissing(!isWholeAnswer(value))
    if (isWholeAnswer(value)) happened(value)
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
        <div className="space-y-2">
          <p className="text-sm font-medium">If it happened: what it answered</p>
          <Segmented label="What it answered" options={ways} value={way} onChange={setWay} />
          {way === 'fields' && !isLoading ? (
            <AnswerValue label="Its answer" schema={schema} value={value} onChange={change} />
          ) : null}
          {way === 'json' ? (
            <TextAreaField
              label="Its answer, as JSON"
              rows={3}
              className="font-mono text-xs"
              error={form.formState.errors.output}
              {...form.register('output')}
            />
          ) : null}
          {isMissing ? (
            <p role="alert" className="text-sm text-destructive">
              Type every number, or leave out what you do not know.
            </p>
          ) : null}
        </div>
        <ul className="space-y-2">
          <Way
            type="submit"
            label="It happened"
            means={
              way === 'none'
                ? 'The run goes on, without an answer.'
                : 'The run goes on with the answer above.'
            }
            disabled={disabled}
          />
          {otherWays.map(({ answer: way, ...texts }) => (
            <Way
              key={way}
              type="button"
              {...texts}
              disabled={disabled}
              onClick={() => answer.mutate({ answer: way })}
            />
          ))}
        </ul>
      </form>
    </section>
  )
}
