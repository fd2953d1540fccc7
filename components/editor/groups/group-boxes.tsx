'use client'

import { Handle, Position, useStore, type NodeProps, type ReactFlowState } from '@xyflow/react'
import { ChevronsDownUpIcon, ChevronsUpDownIcon } from 'lucide-react'
import type { CSSProperties, MouseEvent } from 'react'
import { cn } from '#components/ui/cn'
import { borderOf, middleZoom, nearZoom } from '../drawing/step-card.tsx'
import { handleIds, type StepNode } from '../graph-adapter.ts'
import { groupOfBox } from '../levels/shown-graph.ts'
import { nodeHeight } from '../model/layout/sizes.ts'
import { useEditorStore } from '../store-context.ts'
import { toggleGroup } from './group-acts.ts'
import { GroupCard } from './group-card.tsx'
import { frameClassOf, toneOfGroup } from './group-look.ts'
import { GroupName, useIsNamed } from './group-name.tsx'
import { groupSpace } from '../model/layout/sizes.ts'
import { groupOfFrame } from './group-nodes.ts'

/** The zoom in coarse steps: a name that grows with each frame of a zoom would be slow. */
const coarseZoom = ({ transform: [, , zoom] }: ReactFlowState): number =>
  Math.max(0.05, Math.round(zoom * 20) / 20)

/** The height of letters in pixels of the screen that can be read. */
const readable = 14

/**
 * The letters of a frame's name in pixels of the canvas: as large as can be read, as long as they
 * fit into the frame.
 */
function lettersOf(zoom: number, name: string, { width = 0, height = 0 }: NodeProps<StepNode>) {
  const wide = (width - 24) / Math.max(4, name.length * 0.6)
  return Math.max(13, Math.min(readable / zoom, height / 3, Math.max(wide, 24)))
}

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
const headClass = cn(
  'group-head pointer-events-auto absolute top-0 left-0 flex max-w-full cursor-grab items-center',
  'gap-1.5 rounded-tl-lg rounded-br-lg px-2.5 font-semibold',
)

/** The frame of a group: its head drags, collapses and names it. */
export function GroupFrame(props: NodeProps<StepNode>) {
  const { id: boxId, data, selected } = props
  const id = groupOfFrame(boxId) ?? ''
  const store = useEditorStore()
  const zoom = useStore(coarseZoom)
  const isNamed = useIsNamed(id)
  const letters = lettersOf(zoom, data.title, props)
  const isFar = zoom < middleZoom
  const style: CSSProperties = isFar
    ? { fontSize: letters, inset: 0, margin: 'auto', width: 'fit-content', height: 'fit-content' }
    : { fontSize: letters, minHeight: groupSpace.top - 12 }
  return (
    <div className={cn('size-full', frameClassOf(data.category), selected && selectedClass)}>
      <div
        className={cn(headClass, toneOfGroup(data.category).head)}
        style={style}
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
