import { useMemo, useState } from 'react'
import { countOf } from '#lib/domain/count-of'
import { findStep } from '../model/graph.ts'
import { useEditorStore } from '../store-context.ts'
import type { Aside, AsideMark } from './aside.ts'
import type { Try } from './use-try.ts'

/** What a step gave in the chosen run. */
export type Gave = (stepId: string) => { output: unknown } | undefined

const marksOf = ({ pins, disabled }: Pick<Try, 'pins' | 'disabled'>) =>
  new Map<string, AsideMark>([
    ...Object.keys(pins).map((id) => [id, 'pinned'] as const),
    ...disabled.map((id) => [id, 'disabled'] as const),
  ])

/** Sets steps aside in tries, from wherever that is asked for, and says so. */
export function useAside(trying: Try, gave: Gave) {
  const store = useEditorStore()
  const [edited, setEdited] = useState<string>()
  const { pins, disabled, pin, unpin, setDisabled } = trying
  const marks = useMemo(() => marksOf({ pins, disabled }), [pins, disabled])
  const titleOf = (id: string): string => findStep(store.getState().definition, id)?.title ?? id
  const { announce } = store.getState()
  const aside: Aside = {
    marks,
    toggleDisabled(ids) {
      if (ids.length === 0) return announce('Select a step first.')
      const isOn = !ids.every((id) => disabled.includes(id))
      setDisabled(ids, isOn)
      const [first = ''] = ids
      const what =
        ids.length === 1 ? `“${titleOf(first)}” is` : `${countOf(ids.length, 'step')} are`
      announce(`${what} ${isOn ? 'disabled' : 'enabled'} in tries.`)
    },
    togglePin(id) {
      if (id in pins) {
        unpin(id)
        return announce(`“${titleOf(id)}” is not pinned any more.`)
      }
      const known = gave(id)
      if (!known) return setEdited(id)
      pin(id, known.output)
      announce(`The answer of “${titleOf(id)}” is pinned.`)
    },
    edit: setEdited,
  }
  const onClose = () => setEdited(undefined)
  return { aside, pinning: { stepId: edited, trying, gave, onClose } }
}
