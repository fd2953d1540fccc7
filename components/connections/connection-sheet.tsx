'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import type { ConnectionKindView, ConnectionView } from '#lib/contracts/integrations/connections'

const ConnectionForm = dynamic(
  async () => (await loadCode(() => import('./connection-form.tsx'))).ConnectionForm,
  {
    ssr: false,
    loading: () => <Skeleton className="h-48 w-full" />,
  },
)

/** What is open at the side: nothing, a new connection of a kind, or one that exists. */
export type OpenConnection = { kind: ConnectionKindView; existing: ConnectionView | null } | null

/** The form of a connection. */
export function ConnectionSheet({ open, onClose }: { open: OpenConnection; onClose(): void }) {
  return (
    <Sheet
      open={open !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>
            {open?.existing
              ? `Edit “${open.existing.name}”`
              : `New connection: ${open?.kind.title ?? ''}`}
          </SheetTitle>
          <SheetDescription>{open?.kind.description}</SheetDescription>
        </SheetHeader>
        {open ? (
          <ConnectionForm
            key={open.existing?.id ?? open.kind.kind}
            kind={open.kind}
            existing={open.existing}
            onDone={onClose}
          />
        ) : null}
      </SheetContent>
    </Sheet>
  )
}
