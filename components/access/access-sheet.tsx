'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { AccessRulesList } from './access-rules.tsx'
import type { ScreenStep } from './access-words.ts'
import { ExplainAccess } from './explain-access.tsx'
import type { AccessAt } from './use-access.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  at: Exclude<AccessAt, { level: 'organization' }>
  canManage: boolean
}

const descriptions = {
  workflow: 'A rule here counts before those of its folders and of the organization.',
  folder: 'For the workflows and folders in it that have no rules of their own.',
}

/** The screens of a workflow, each of which may have a rule of its own; none of a folder. */
function useScreens({ level, id }: Props['at']): ScreenStep[] {
  const workflow = useQuery({
    ...queryOf(readWorkflowContract, { params: { id } }),
    enabled: level === 'workflow',
  })
  return (workflow.data?.draft.steps ?? [])
    .filter(({ type }) => type === 'screen')
    .map(({ id: step, title }) => ({ id: step, title }))
}

function Content({ at, canManage }: Pick<Props, 'at' | 'canManage'>) {
  const id = useId()
  const screens = useScreens(at)
  return (
    <>
      <AccessRulesList at={at} canManage={canManage} screens={screens} />
      <section className="space-y-3 pt-2" aria-labelledby={id}>
        <h3 id={id} className="text-sm font-semibold">
          Check access
        </h3>
        <ExplainAccess at={at} screens={screens} />
      </section>
    </>
  )
}

/** Who may do what with a workflow or a folder, beside its page. */
export function AccessSheet({ open, onOpenChange, at, canManage }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent savesItself className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle>Access to {at.name}</SheetTitle>
          <SheetDescription>{descriptions[at.level]}</SheetDescription>
        </SheetHeader>
        {open ? <Content at={at} canManage={canManage} /> : null}
      </SheetContent>
    </Sheet>
  )
}
