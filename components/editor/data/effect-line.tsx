'use client'

import type { DoneEffect, TriedStep } from '#lib/contracts/workflows/tries'
import { countOf } from '#lib/domain/count-of'
import { useEditor } from '../store-context.ts'
import { settingsInWords } from './settings-in-words.ts'

type Props = {
  effect: DoneEffect
  /** What a try of the same part says; undefined before it has answered, or when it cannot. */
  tried: TriedStep[] | undefined
}

/** A step that would act, with what it would be given: to whom, and what. */
export function EffectLine({ effect: { stepId, title, type }, tried }: Props) {
  return (
    <li className="space-y-1 px-3 py-2">
      <div className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground">{type}</span>
      </div>
      {tried === undefined ? null : (
        <Given times={tried.filter((step) => step.stepId === stepId)} stepId={stepId} />
      )}
    </li>
  )
}

function Given({ times, stepId }: { times: TriedStep[]; stepId: string }) {
  const known = useEditor(({ definition, types }) => {
    const step = definition.steps.find(({ id }) => id === stepId)
    return step && types.get(step.type)
  })
  const [first] = times
  if (!first) return <p className={smallClass}>Not reached with these data.</p>
  if (first.error) return <p className={smallClass}>It would fail: {first.error.message}</p>
  const settings = settingsInWords(first.given, known)
  return (
    <>
      {times.length > 1 ? (
        <p className={smallClass}>{countOf(times.length, 'time')}. The first:</p>
      ) : null}
      {settings.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs">
          {settings.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}

const smallClass = 'text-xs wrap-anywhere text-muted-foreground'
