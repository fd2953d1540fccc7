'use client'

import { UserRoundIcon } from 'lucide-react'
import Link from 'next/link'
import { screenFromEditor } from '#components/inbox/way-back'
import { Button } from '#components/ui/input/button'
import type { RunPage } from '#lib/contracts/runs/runs'

type Props = { workflowId: string; run: RunPage }

/** Leads to the screen at which the shown run waits for a person, and from there back to here. */
export function WaitingScreen({ workflowId, run }: Props) {
  const task = run.tasks.find(
    ({ status, state }) =>
      status === 'suspended' && (state as { reason?: string } | null)?.reason === 'screen',
  )
  if (!task) return null
  return (
    <Button asChild variant="ghost" size="sm" className="h-7 shrink-0">
      <Link href={screenFromEditor(task.id, workflowId, run.id)}>
        <UserRoundIcon aria-hidden /> Open the screen
      </Link>
    </Button>
  )
}
