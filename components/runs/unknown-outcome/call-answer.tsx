import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emptyAnswer, isWholeAnswer } from '#components/shared/answer/answer-shape'
import { AnswerValue } from '#components/shared/answer/answer-value'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { queryOf } from '#components/shared/loading/queries'
import { Segmented } from '#components/ui/input/segmented'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import type { Step } from '#lib/domain/workflow/definition'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { typedOutputSchema, type TypedOutput } from './typed-output.ts'

const ways = { none: 'Not known', fields: 'Fields', json: 'JSON' }

/** What a call answered, as a person says it: nothing, by what its step gives, or as JSON. */
export function useCallAnswer(step: Step | undefined) {
  const [way, setWay] = useState<keyof typeof ways>('none')
  const [typed, setTyped] = useState<unknown>()
  const [isMissing, setMissing] = useState(false)
  const json = useForm<TypedOutput, unknown, { output: unknown }>({
    resolver: zodResolver(typedOutputSchema),
    defaultValues: { output: '' },
  })
  const types = useQuery({
    ...queryOf(listStepTypesContract),
    staleTime: Infinity,
    enabled: way === 'fields',
  })
  const type = types.data?.items.find((one) => one.type === step?.type)
  const schema = step ? outputSchemaOf(step, type) : {}
  const value = typed === undefined ? emptyAnswer(schema) : typed
  /** What is given; undefined after it was said what is still missing. */
  const read = async (): Promise<{ output: unknown } | undefined> => {
    if (way === 'none') return { output: null }
    if (way === 'json') {
      let given: { output: unknown } | undefined
      const take = (answer: { output: unknown }) => {
        given = answer
      }
      await json.handleSubmit(take)()
      return given
    }
    setMissing(!isWholeAnswer(value))
    return types.isLoading || !isWholeAnswer(value) ? undefined : { output: value }
  }
  const isLoading = types.isLoading
  return { way, setWay, schema, value, setTyped, json, isLoading, isMissing, read }
}

/** The part of a form that asks for it. */
export function CallAnswer({ given }: { given: ReturnType<typeof useCallAnswer> }) {
  const { way, setWay, schema, value, setTyped, json, isLoading, isMissing } = given
  return (
    <div className="space-y-2">
      <p className="text-sm font-medium">If it happened: what it answered</p>
      <Segmented label="What it answered" options={ways} value={way} onChange={setWay} />
      {way === 'fields' && !isLoading ? (
        <AnswerValue label="Its answer" schema={schema} value={value} onChange={setTyped} />
      ) : null}
      {way === 'json' ? (
        <TextAreaField
          label="Its answer, as JSON"
          rows={3}
          className="font-mono text-xs"
          error={json.formState.errors.output}
          {...json.register('output')}
        />
      ) : null}
      {way === 'fields' && isMissing ? (
        <p role="alert" className="text-sm text-destructive">
          Type every number, or leave out what you do not know.
        </p>
      ) : null}
    </div>
  )
}
