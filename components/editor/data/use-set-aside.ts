'use client'

import { useEffect, useState } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'

/** What steps give in tries instead of what they do. */
type SetAside = { pins: Record<string, unknown>; disabled: string[] }

const nothing: SetAside = { pins: {}, disabled: [] }

/**
 * Pinned answers and disabled steps of a workflow, which are those of this person and tab only. They
 * survive a reload. An answer may contain patient data, so they end with the tab or the session.
 */
export function useSetAside(workflowId: string) {
  const owner = useOwner()
  const what = `aside.${workflowId}`
  const [aside, setAside] = useState(nothing)
  // After the first drawing, which is that of the server.
  useEffect(() => setAside(load<SetAside>('tab', owner, what) ?? nothing), [owner, what])
  const change = (next: SetAside): void => {
    setAside(next)
    if (next.disabled.length === 0 && Object.keys(next.pins).length === 0)
      discard('tab', owner, what)
    else store('tab', owner, what, next)
  }
  const { pins, disabled } = aside
  const without = (stepId: string) =>
    Object.fromEntries(Object.entries(pins).filter(([id]) => id !== stepId))
  return {
    pins,
    disabled,
    pin: (stepId: string, output: unknown) =>
      change({ disabled, pins: { ...pins, [stepId]: output } }),
    unpin: (stepId: string) => change({ disabled, pins: without(stepId) }),
    setDisabled(stepIds: readonly string[], isOn: boolean) {
      const others = disabled.filter((id) => !stepIds.includes(id))
      change({ pins, disabled: isOn ? [...others, ...stepIds] : others })
    },
  }
}
