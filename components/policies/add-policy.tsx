'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { PolicyUpload } from './policy-upload.tsx'

const PolicyTextForm = dynamic(
  async () => (await loadCode(() => import('./policy-text-form.tsx'))).PolicyTextForm,
  { ssr: false, loading: () => <Skeleton className="h-48 w-full" /> },
)

type Props = { open: boolean; taken: readonly string[]; onClose(): void; onAdded(id: string): void }

/** Adds a policy as a document or as text. Changing the tab loses no input. */
export function AddPolicy({ open, taken, onClose, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>Add a policy</DialogTitle>
          <DialogDescription>Its text can be read by workflows and by systems.</DialogDescription>
        </DialogHeader>
        <Tabs defaultValue="upload">
          <TabsList aria-label="How the policy is given">
            <TabsTrigger value="upload">Upload a file</TabsTrigger>
            <TabsTrigger value="text">Write or paste</TabsTrigger>
          </TabsList>
          <TabsContent value="upload" forceMount className="data-[state=inactive]:hidden">
            <PolicyUpload taken={taken} onDone={onAdded} onCancel={onClose} />
          </TabsContent>
          <TabsContent value="text" forceMount className="data-[state=inactive]:hidden">
            <PolicyTextForm onDone={(policy) => onAdded(policy.id)} onCancel={onClose} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  )
}
