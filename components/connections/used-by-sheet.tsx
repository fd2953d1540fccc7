'use client'

import { useQuery } from '@tanstack/react-query'
import { ReplaceIcon } from 'lucide-react'
import { useState } from 'react'
import { UsedByList } from '#components/shared/display/used-by-list'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { getConnectionContract, type ConnectionView } from '#lib/contracts/integrations/connections'

const ReplaceDialog = dialogLater(async () => (await import('./replace-dialog.tsx')).ReplaceDialog)

type Props = { connection: ConnectionView; open: boolean; onOpenChange(open: boolean): void }

function Users({ connection, onReplace }: { connection: ConnectionView; onReplace(): void }) {
  const { id } = connection
  const detail = useQuery({ ...queryOf(getConnectionContract, { params: { id } }), staleTime: 0 })
  if (detail.error)
    return (
      <LoadFailure what="What uses it" error={detail.error} onRetry={() => void detail.refetch()} />
    )
  if (!detail.data) return <LoadingRows label="Looking for workflows" rows={2} rowClass="h-14" />
  const { usedBy, usedByOthers } = detail.data
  return (
    <div className="space-y-4">
      <UsedByList
        usedBy={usedBy}
        usedByOthers={usedByOthers}
        none="No workflow names it. One that computes the name, or a system that calls the API, may still use it."
      />
      {usedBy.some(({ draft }) => draft) ? (
        <Button variant="outline" onClick={onReplace}>
          <ReplaceIcon aria-hidden /> Replace it everywhere…
        </Button>
      ) : null}
    </div>
  )
}

/** The workflows that use a connection, and the way to give them another one. */
export function UsedBySheet({ connection, open, onOpenChange }: Props) {
  const [replacing, setReplacing] = useState(false)
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange}>
        <SheetContent className="sm:max-w-lg">
          <SheetHeader>
            <SheetTitle>Where “{connection.name}” is used</SheetTitle>
            <SheetDescription>
              Workflows whose draft or published version names <code>{connection.slug}</code>.
            </SheetDescription>
          </SheetHeader>
          {open ? <Users connection={connection} onReplace={() => setReplacing(true)} /> : null}
        </SheetContent>
      </Sheet>
      <ReplaceDialog connection={connection} open={replacing} onOpenChange={setReplacing} />
    </>
  )
}
