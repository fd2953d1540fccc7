'use client'

import { Handle, Position, useStore, type NodeProps } from '@xyflow/react'
import { memo, type MouseEvent } from 'react'
import { cn } from '#components/ui/cn'
import {
  branchHandle,
  branchOfHandle,
  handleIds,
  type StepNode,
  type StepNodeData,
} from '../graph-adapter.ts'
import {
  borderOf,
  BoxHead,
  BranchNames,
  FarTitle,
  stackClass,
  type Distance,
} from '../drawing/step-card.tsx'
import { distanceOf } from './distance.ts'
import { branchShare, nodeHeight } from '../model/layout/sizes.ts'
import { stepsById } from '../model/graph.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

/** A dot of 12 pixels that the pointer hits within 24. */
const dot = cn(
  '!size-3 !rounded-full !border-2 !border-background !bg-muted-foreground',
  'after:absolute after:-inset-2 after:rounded-full',
)

/** The title as it is typed; what else is drawn follows when typing rests. */
function useTitle(id: string, drawn: string): string {
  return useEditor(({ definition }) => {
    const step = stepsById(definition).get(id)
    return step ? step.title || step.id : drawn
  })
}

/**
 * One box for every step type. Zoomed out it shows the title alone, in letters that grow as the box
 * shrinks: what is too small to read costs most of the drawing.
 */
export function StepBox({ id, data, selected }: NodeProps<StepNode>) {
  const distance = useStore(distanceOf)
  const title = useTitle(id, data.title)
  return <Box {...data} title={title} id={id} selected={selected} distance={distance} />
}

type BoxProps = StepNodeData & { id: string; selected: boolean; distance: Distance }

/** The box compares its properties, all of them primitive, to be drawn only when one changes. */
const Box = memo(function Box(props: BoxProps) {
  const branches = props.branches === '' ? [] : props.branches.split('\n')
  return (
    <div
      className={cn(
        'flex size-full flex-col rounded-lg border bg-card text-card-foreground shadow-xs',
        borderOf(props),
        props.inside !== '' && stackClass,
      )}
    >
      {props.distance === 'near' ? (
        <>
          <BoxHead {...props} />
          {branches.length > 0 ? <BranchNames branches={props.branchLabels.split('\n')} /> : null}
        </>
      ) : (
        <FarTitle {...props} distance={props.distance} />
      )}
      <Handles branches={branches} />
      {props.distance === 'near' && props.free !== '' ? (
        <FreeEnds id={props.id} free={props.free.split('\n')} branches={branches} />
      ) : null}
    </div>
  )
})

const failureDot = cn(
  dot,
  '!bg-destructive/70 opacity-0 hover:opacity-100',
  'in-[.react-flow__node:hover]:opacity-100 in-[.react-flow__node.selected]:opacity-100',
)

/** Where connections come in, and where they leave: by each branch, and after a failure. */
function Handles({ branches }: { branches: string[] }) {
  return (
    <>
      <Handle type="target" id={handleIds.in} position={Position.Top} className={dot} />
      {branches.length === 0 ? (
        <Handle type="source" id={handleIds.out} position={Position.Bottom} className={dot} />
      ) : null}
      {branches.map((name, index) => (
        <Handle
          key={name}
          type="source"
          id={branchHandle(name)}
          position={Position.Bottom}
          className={dot}
          style={{ left: `${branchShare(index, branches.length) * 100}%` }}
        />
      ))}
      <Handle
        type="source"
        id={handleIds.failure}
        position={Position.Right}
        className={failureDot}
        style={{ top: nodeHeight / 2 }}
        title="Drag to the step that handles a failure"
      />
    </>
  )
}

/** A + below each end that leads nowhere yet. A key does the same: A adds after the open step. */
function FreeEnds({ id, free, branches }: { id: string; free: string[]; branches: string[] }) {
  const store = useEditorStore()
  const add = (handle: string) => (event: MouseEvent) => {
    event.stopPropagation()
    store.getState().setPopup({
      kind: 'add',
      at: { x: event.clientX, y: event.clientY },
      place: { kind: 'after', step: id, via: branchOfHandle(handle) },
    })
  }
  return free.map((handle) => {
    const index = branches.findIndex((name) => branchHandle(name) === handle)
    const share = index < 0 ? 0.5 : branchShare(index, branches.length)
    return (
      <span
        key={handle}
        aria-hidden
        data-plus={handle}
        className={cn('nodrag nopan canvas-end', index < 0 ? '' : 'canvas-branch-end')}
        style={{ left: `${share * 100}%` }}
        onClick={add(handle)}
      />
    )
  })
}
