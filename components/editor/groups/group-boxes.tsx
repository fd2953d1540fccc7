'use client'

import { Handle, Position, useStore, type NodeProps, type ReactFlowState } from '@xyflow/react'
import { ChevronsDownUpIcon, ChevronsUpDownIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cn } from '#components/ui/cn'
import { borderOf, nearZoom } from '../drawing/step-card.tsx'
import { handleIds, type StepNode } from '../graph-adapter.ts'
import { groupOfBox } from '../levels/shown-graph.ts'
import { nodeHeight } from '../model/layout/sizes.ts'
import { useEditorStore } from '../store-context.ts'
import { toggleGroup } from './group-acts.ts'
import { GroupCard } from './group-card.tsx'
import { coarseZoom, headShape, nameStyle } from './group-head.ts'
import { frameClassOf, toneOfGroup } from './group-look.ts'
import { GroupName, useIsNamed } from './group-name.tsx'
import { groupOfFrame } from './group-nodes.ts'

type ButtonProps = { label: string; isOpen: boolean; onPress(): void }

function ToggleButton({ label, isOpen, onPress }: ButtonProps) {
  const Icon = isOpen ? ChevronsDownUpIcon : ChevronsUpDownIcon
  const onClick = (event: MouseEvent) => {
    event.stopPropagation()
    onPress()
  }
  return (
    <button
      type="button"
      // The frame itself has the focus and the same by Enter.
      tabIndex={-1}
      aria-hidden
      title={label}
      className="nodrag nopan grid size-6 shrink-0 cursor-pointer place-items-center rounded hover:bg-background/60"
      onClick={onClick}
    >
      <Icon className="size-4" />
    </button>
  )
}

const selectedClass = 'ring-2 ring-primary/40 forced-colors:outline-4 outline-[Highlight]'
const headClass = cn(headShape, 'group-head pointer-events-auto cursor-grab')

/** The frame of a group: its head drags, collapses and names it. */
export function GroupFrame(props: NodeProps<StepNode>) {
  const { id: boxId, data, selected } = props
  const id = groupOfFrame(boxId) ?? ''
  const store = useEditorStore()
  const zoom = useStore(coarseZoom)
  const isNamed = useIsNamed(id)
  return (
    <div className={cn('size-full', frameClassOf(data.category), selected && selectedClass)}>
      <div
        className={cn(headClass, toneOfGroup(data.category).head)}
        style={nameStyle(data, zoom, { width: props.width ?? 0, height: props.height ?? 0 })}
        onDoubleClick={() => store.getState().editGroup(id)}
      >
        {isNamed ? (
          <GroupName id={id} name={data.title} />
        ) : (
          <span className="truncate leading-tight">{data.title}</span>
        )}
        {zoom >= nearZoom ? (
          <ToggleButton label="Collapse (Enter)" isOpen onPress={() => toggleGroup(store, id)} />
        ) : null}
      </div>
    </div>
  )
}

const isFarOff = ({ transform: [, , zoom] }: ReactFlowState): boolean => zoom < nearZoom
const dot = '!size-3 !rounded-full !border-2 !border-background !bg-muted-foreground'

/** A collapsed group. A double click, or Enter, expands it. */
export function GroupBox({ id: boxId, data, selected }: NodeProps<StepNode>) {
  const id = groupOfBox(boxId) ?? ''
  const store = useEditorStore()
  const isFar = useStore(isFarOff)
  const isNamed = useIsNamed(id)
  return (
    <div
      className={cn('size-full rounded-lg', selected && borderOf({ selected, errors: 0 }))}
      onDoubleClick={() => toggleGroup(store, id)}
    >
      {isNamed ? (
        <div className="grid size-full place-items-center rounded-lg border-2 bg-card px-2">
          <GroupName id={id} name={data.title} />
        </div>
      ) : (
        <GroupCard data={data} far={isFar} />
      )}
      <Handle
        type="target"
        id={handleIds.in}
        position={Position.Top}
        isConnectable={false}
        className={dot}
      />
      <Handle
        type="source"
        id={handleIds.out}
        position={Position.Bottom}
        isConnectable={false}
        className={dot}
      />
      <Handle
        type="source"
        id={handleIds.failure}
        position={Position.Right}
        isConnectable={false}
        className={cn(dot, 'opacity-0')}
        style={{ top: nodeHeight / 2 }}
      />
    </div>
  )
}
