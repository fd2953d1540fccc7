'use client'

import { AssignDialog, ReturnDialog } from './assign-dialog.tsx'
import type { Held, ScreenActs } from './use-screen-acts.ts'

/** Which question about one screen is open. */
export type Asked = {
  act: 'assign' | 'hand-over' | 'return'
  screen: Held
  /** Of the case. */
  name: string
}

type Props = { asked: Asked | undefined; acts: ScreenActs; onClose(): void }

/** The dialogs about one screen: to whom it goes, or back to whom. */
export function ScreenDialogs({ asked, acts, onClose }: Props) {
  if (!asked) return null
  const { act, name, screen } = asked
  const { sender, taskId } = screen
  if (act === 'return' && sender)
    return (
      <ReturnDialog
        to={sender.name}
        onClose={onClose}
        onReturn={(note) => acts.giveBack(taskId, note)}
      />
    )
  return (
    <AssignDialog
      title={act === 'assign' ? 'Assign' : 'Hand over'}
      description={`${name}: who does it from now on?`}
      action={act === 'assign' ? 'Assign' : 'Hand over'}
      taskId={taskId}
      onClose={onClose}
      onGive={(given) => acts.give(screen, given)}
    />
  )
}
