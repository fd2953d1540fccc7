'use client'

import { UserRoundIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { screenFromEditor } from '#components/inbox/way-back'
import { Button } from '#components/ui/input/button'
import type { RunPage } from '#lib/contracts/runs/runs'

/** The screen at which a run waits for a person. */
export const waitingScreen = ({ tasks }: Pick<RunPage, 'tasks'>) =>
  tasks.find(
    ({ status, state }) =>
      status === 'suspended' && (state as { reason?: string } | null)?.reason === 'screen',
  )

type Props = { workflowId: string; runId: string; taskId: string }

/** Leads to the screen at which the shown run waits, and from there back to here. */
export const WaitingScreen = ({ workflowId, runId, taskId }: Props) => (
  <Button asChild variant="ghost" size="sm" className="h-7 shrink-0">
    <Link href={screenFromEditor(taskId, workflowId, runId)}>
      <UserRoundIcon aria-hidden /> Open the screen
    </Link>
  </Button>
)
