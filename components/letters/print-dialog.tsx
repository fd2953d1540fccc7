'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { PrinterIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import {
  getLetterPreviewContract,
  type LetterPreview,
} from '#lib/contracts/integrations/letter-preview'
import { LetterPrint } from './letter-print.tsx'

/** A button that opens a letter as it is printed. */
export function PrintDialog({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button type="button" variant="outline" size="sm">
          <PrinterIcon aria-hidden /> {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        aria-describedby={undefined}
        // As high as it is; the pages of a letter take all the height that there is.
        className="flex max-h-[calc(100dvh-2rem)] flex-col p-4 has-data-print:h-[calc(100dvh-2rem)] sm:max-w-5xl"
      >
        <DialogHeader>
          <DialogTitle>As printed</DialogTitle>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  )
}

/** The preview that a query reads, or why it cannot be read. */
export function PrintOf({ query }: { query: UseQueryResult<LetterPreview> }) {
  return (
    <Loaded
      query={query}
      what="The preview"
      loading={<LoadingRows label="Loading the preview" rows={6} rowClass="h-6 w-full" />}
    >
      {(preview) => <LetterPrint preview={preview} />}
    </Loaded>
  )
}

/** The print of a letter that was sent. */
export function SentPrint({ trackingId }: { trackingId: string }) {
  const query = useQuery(queryOf(getLetterPreviewContract, { params: { trackingId } }))
  return <PrintOf query={query} />
}
