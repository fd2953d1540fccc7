'use client'

import { Handle, Position, useStore, type NodeProps, type ReactFlowState } from '@xyflow/react'
import { CircleAlertIcon, TriangleAlertIcon } from 'lucide-react'
import { memo } from 'react'
import { cn } from '#components/ui/cn'
import {
  branchHandle,
  branchShare,
  handleIds,
  type StepNode,
  type StepNodeData,
} from '../graph-adapter.ts'
import { branchHeight, nodeHeight } from '../model/layout/sizes.ts'
import { StepIcon } from '../step-icon.tsx'
import { RunMark } from './run-mark.tsx'
import { toneOf } from './category-tone.ts'

const isFar = (state: ReactFlowState) => state.transform[2] < 0.4
const dot = '!size-3 !rounded-full !border-2 !border-background !bg-muted-foreground'

/**
 * One box for every step type. Zoomed out it is a plain box: text that is too small to read costs
 * most of the drawing.
 */
export function StepBox({ data, selected }: NodeProps<StepNode>) {
  const far = useStore(isFar)
  return <Box {...data} selected={selected} far={far} />
}

type BoxProps = StepNodeData & { selected: boolean; far: boolean }

/** The box compares its properties, all of them primitive, to be drawn only when one changes. */
const Box = memo(function Box(props: BoxProps) {
  const branches = props.branches === '' ? [] : props.branches.split('\n')
  return (
    <div
      className={cn(
        'flex size-full flex-col rounded-lg border bg-card text-card-foreground shadow-sm',
        borderOf(props),
      )}
    >
      {props.far ? (
        <div className={`m-2 grow rounded-md ${toneOf(props.category)}`} />
      ) : (
        <>
          <BoxHead {...props} />
          {branches.length > 0 ? <BranchNames branches={props.branchLabels.split('\n')} /> : null}
        </>
      )}
      <Handles branches={branches} />
    </div>
  )
})

function borderOf({ selected, errors }: BoxProps): string {
  if (selected) return 'border-primary ring-2 ring-primary/40'
  return errors > 0 ? 'border-destructive' : 'border-border'
}

const subtitleClass = cn(
  'mt-0.5 flex items-center gap-1.5 text-[11px] leading-tight text-muted-foreground',
)

function BoxHead(props: BoxProps) {
  const { title, typeTitle, icon, category, errors, warnings, priority, ran, items } = props
  const tile = `grid size-9 shrink-0 place-items-center rounded-md ${toneOf(category)}`
  return (
    <div className="flex items-center gap-2.5 px-3" style={{ height: nodeHeight - 2 }}>
      <span className={tile}>
        <StepIcon name={icon} className="size-5" />
      </span>
      <span className="min-w-0 grow text-left">
        <span className="line-clamp-2 text-[13px] leading-[1.15] font-semibold">{title}</span>
        <span className={subtitleClass}>
          <span className="truncate">{typeTitle}</span>
          {priority === '' ? null : (
            <span
              className="shrink-0 rounded-full border px-1.5 py-px tabular-nums"
              title="Priority in the inbox: higher first"
            >
              P {priority}
            </span>
          )}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <ProblemCount errors={errors} warnings={warnings} />
        <RunMark ran={ran} items={items} />
      </span>
    </div>
  )
}

/** The number of errors, or of warnings where there are only those. */
function ProblemCount({ errors, warnings }: { errors: number; warnings: number }) {
  if (errors === 0 && warnings === 0) return null
  const Icon = errors > 0 ? CircleAlertIcon : TriangleAlertIcon
  const tone = errors > 0 ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'
  return (
    <span className={`flex items-center gap-0.5 text-xs font-semibold ${tone}`}>
      <Icon aria-hidden className="size-4" />
      {errors > 0 ? errors : warnings}
    </span>
  )
}

const branchNamesClass = cn(
  'flex divide-x divide-border/60 border-t border-border/60',
  'text-[11px] text-muted-foreground',
)

function BranchNames({ branches }: { branches: string[] }) {
  return (
    <div className={branchNamesClass} style={{ height: branchHeight }}>
      {branches.map((name, index) => (
        <span key={index} className="grid min-w-0 flex-1 place-items-center px-1">
          <span className="max-w-full truncate">{name}</span>
        </span>
      ))}
    </div>
  )
}

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
