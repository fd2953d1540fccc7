'use client'

import { Handle, Position, useStore, type NodeProps, type ReactFlowState } from '@xyflow/react'
import { CircleAlertIcon, TriangleAlertIcon } from 'lucide-react'
import { memo } from 'react'
import { branchShare, handleIds, type StepNode, type StepNodeData } from '../graph-adapter.ts'
import { branchHeight, nodeHeight } from '../model/layout/sizes.ts'
import { StepIcon } from '../step-icon.tsx'
import { toneOf } from './category-tone.ts'

const isFar = (state: ReactFlowState) => state.transform[2] < 0.4
const dot = '!size-3 !rounded-full !border-2 !border-background !bg-muted-foreground'

/**
 * One box for every step type. Zoomed out it is a plain box: text nobody can read costs most of the
 * drawing.
 */
export function StepBox({ data, selected }: NodeProps<StepNode>) {
  const far = useStore(isFar)
  return <Box {...data} selected={selected} far={far} />
}

const Box = memo(function Box({
  title,
  typeTitle,
  icon,
  category,
  branches,
  errors,
  warnings,
  priority,
  selected,
  far,
}: StepNodeData & { selected: boolean; far: boolean }) {
  const names = branches === '' ? [] : branches.split('\n')
  const edge = selected
    ? 'border-primary ring-2 ring-primary/40'
    : errors > 0
      ? 'border-destructive'
      : 'border-border'
  return (
    <div
      className={`flex size-full flex-col rounded-lg border bg-card text-card-foreground shadow-sm ${edge}`}
    >
      {far ? (
        <div className={`m-2 grow rounded-md ${toneOf(category)}`} />
      ) : (
        <>
          <div className="flex items-center gap-2.5 px-3" style={{ height: nodeHeight - 2 }}>
            <span
              className={`grid size-9 shrink-0 place-items-center rounded-md ${toneOf(category)}`}
            >
              <StepIcon name={icon} className="size-5" />
            </span>
            <span className="min-w-0 grow text-left">
              <span className="line-clamp-2 text-[13px] leading-[1.15] font-semibold">{title}</span>
              <span className="mt-0.5 flex items-center gap-1.5 text-[11px] leading-tight text-muted-foreground">
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
            {errors > 0 ? (
              <span className="flex items-center gap-0.5 text-xs font-semibold text-destructive">
                <CircleAlertIcon aria-hidden className="size-4" />
                {errors}
              </span>
            ) : warnings > 0 ? (
              <span className="flex items-center gap-0.5 text-xs font-semibold text-amber-700 dark:text-amber-400">
                <TriangleAlertIcon aria-hidden className="size-4" />
                {warnings}
              </span>
            ) : null}
          </div>
          {names.length > 0 ? (
            <div
              className="flex divide-x divide-border/60 border-t border-border/60 text-[11px] text-muted-foreground"
              style={{ height: branchHeight }}
            >
              {names.map((name) => (
                <span key={name} className="grid min-w-0 flex-1 place-items-center px-1">
                  <span className="max-w-full truncate">{name}</span>
                </span>
              ))}
            </div>
          ) : null}
        </>
      )}
      <Handle type="target" id={handleIds.in} position={Position.Top} className={dot} />
      {names.length === 0 ? (
        <Handle type="source" id={handleIds.out} position={Position.Bottom} className={dot} />
      ) : (
        names.map((name, index) => (
          <Handle
            key={name}
            type="source"
            id={`via:${name}`}
            position={Position.Bottom}
            className={dot}
            style={{ left: `${branchShare(index, names.length) * 100}%` }}
          />
        ))
      )}
      <Handle
        type="source"
        id={handleIds.failure}
        position={Position.Right}
        className={`${dot} !bg-destructive/70 opacity-0 hover:opacity-100 in-[.react-flow__node:hover]:opacity-100 in-[.react-flow__node.selected]:opacity-100`}
        style={{ top: nodeHeight / 2 }}
        title="Drag to the step that handles a failure"
      />
    </div>
  )
})
