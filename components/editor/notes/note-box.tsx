'use client'

import { NodeResizeControl, useStore, type NodeProps, type ReactFlowState } from '@xyflow/react'
import { useEffect, useRef, type ChangeEvent, type KeyboardEvent } from 'react'
import type { Note } from '#lib/domain/workflow/definition'
import { noteSizes } from '#lib/domain/workflow/marks'
import { changeNote, resizeNote } from '../commands/change-notes.ts'
import { middleZoom } from '../drawing/step-card.tsx'
import type { StepNode } from '../graph-adapter.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { focusNote } from './focus-note.ts'
import { NoteCard, NoteFrame } from './note-card.tsx'
import { noteOfBox } from './note-nodes.ts'

const isReadable = ({ transform: [, , zoom] }: ReactFlowState): boolean => zoom >= middleZoom

/** A note on the canvas. Enter or a double click writes in it. */
export function NoteBox({ id: boxId, selected, data }: NodeProps<StepNode>) {
  const id = noteOfBox(boxId) ?? ''
  const store = useEditorStore()
  const note = useEditor((state) => state.definition.notes?.[id])
  const isEdited = useEditor((state) => state.editedNote === id && state.readOnly === undefined)
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const readable = useStore(isReadable)
  if (!note) return null
  if (!readable && !isEdited)
    return (
      <NoteFrame kind={note.kind} selected={selected}>
        <p className="line-clamp-2 text-3xl leading-tight font-semibold">{data.title}</p>
      </NoteFrame>
    )
  return (
    <div className="size-full" data-note={id} onDoubleClick={() => store.getState().editNote(id)}>
      {isEdited ? <NoteEditor id={id} note={note} /> : <NoteCard note={note} selected={selected} />}
      {canEdit && selected ? <Corner id={id} /> : null}
    </div>
  )
}

/** Drag it to change the size; the keys and the menu of the note do the same. */
function Corner({ id }: { id: string }) {
  const store = useEditorStore()
  return (
    <NodeResizeControl
      position="bottom-right"
      minWidth={noteSizes.min}
      minHeight={noteSizes.min}
      maxWidth={noteSizes.max}
      maxHeight={noteSizes.max}
      className="!size-4 !rounded-sm !border-2 !border-background !bg-primary"
      onResizeEnd={(_event, { width, height }) =>
        store.getState().run(resizeNote(id, { width, height }))
      }
    />
  )
}

function NoteEditor({ id, note }: { id: string; note: Note }) {
  const store = useEditorStore()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const onChange = ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
    const more = Math.max(0, currentTarget.scrollHeight - currentTarget.clientHeight)
    const height = Math.min(noteSizes.max, note.size.height + more)
    const size = more > 0 ? { size: { ...note.size, height } } : {}
    const text = currentTarget.value
    store.getState().run(changeNote(id, { text, ...size }), { coalesce: `note:${id}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    store.getState().editNote(undefined)
    focusNote(id)
  }
  return (
    <NoteFrame kind={note.kind} selected>
      <textarea
        ref={field}
        aria-label="Text of the note"
        className="nodrag nopan nowheel -mx-1 min-h-0 grow resize-none bg-transparent px-1 text-sm"
        placeholder="Text, **bold**, [links](https://…)"
        maxLength={5000}
        value={note.text}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={() => store.getState().editNote(undefined)}
      />
    </NoteFrame>
  )
}
