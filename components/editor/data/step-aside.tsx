'use client'

import { EllipsisIcon } from 'lucide-react'
import { useContext } from 'react'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import type { Step } from '#lib/domain/workflow/definition'
import { useEditor } from '../store-context.ts'
import { AsideContext } from './aside.ts'
import { asideEntries, asideWords } from './aside-entries.ts'

/** What a step gives in tries: its answer pinned, an edited one, or nothing because it is disabled. */
export function StepAside({ step }: { step: Step }) {
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const aside = useContext(AsideContext)
  if (!canEdit || !aside) return null
  const mark = aside.marks.get(step.id)
  return (
    <>
      {mark === undefined ? null : <span className={markClass}>{asideWords[mark]}</span>}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button {...moreProps} aria-label="In tries">
            <EllipsisIcon aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {asideEntries(aside, step.id).map(({ title, onSelect }) => (
            <DropdownMenuItem key={title} onSelect={onSelect}>
              {title}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  )
}

const moreProps = {
  type: 'button',
  variant: 'ghost',
  size: 'icon-sm',
  className: 'ml-auto',
} as const
const markClass = 'rounded-full border px-1.5 text-xs text-muted-foreground'
