'use client'

import { useEffect, useRef, type KeyboardEvent } from 'react'
import { maxGroupName } from '#lib/domain/workflow/marks'
import { renameGroup } from '../commands/change-groups.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { focusGroup } from './focus-group.ts'

/** Whether the name of the group is written. */
export const useIsNamed = (id: string): boolean =>
  useEditor((state) => state.editedGroup === id && state.readOnly === undefined)

/** The field for the name of a group. Enter takes it, Escape leaves it as it was. */
export function GroupName({ id, name }: { id: string; name: string }) {
  const store = useEditorStore()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (takes: boolean) => {
    const { editedGroup, editGroup, run } = store.getState()
    if (editedGroup !== id) return
    if (takes) run(renameGroup(id, field.current?.value ?? ''))
    editGroup(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    end(event.key === 'Enter')
    focusGroup(id)
  }
  return (
    <input
      ref={field}
      aria-label="Name of the group"
      defaultValue={name}
      maxLength={maxGroupName}
      className="nodrag nopan w-full min-w-0 rounded bg-background px-1 text-sm text-foreground"
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => end(true)}
    />
  )
}
