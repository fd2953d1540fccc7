'use client'

import { UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { useAccessRights } from './access-rights.ts'
import { AccessSheet } from './access-sheet.tsx'

/** Opens who may do what with a workflow; nothing for people who do not read access rules. */
export function AccessButton({
  workflow: { id, name },
}: {
  workflow: { id: string; name: string }
}) {
  const { canSee, canManage } = useAccessRights()
  const [open, setOpen] = useState(false)
  if (!canSee) return null
  return (
    <>
      <Button type="button" variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <UsersIcon aria-hidden /> <span className="sr-only sm:not-sr-only">Access</span>
      </Button>
      <AccessSheet
        open={open}
        onOpenChange={setOpen}
        at={{ level: 'workflow', id, name }}
        canManage={canManage}
      />
    </>
  )
}
