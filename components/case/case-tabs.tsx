'use client'

import { HistoryIcon, MessageSquareIcon, PaperclipIcon } from 'lucide-react'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { CaseComments } from './case-comments.tsx'
import { CaseFiles } from './case-files.tsx'
import { CaseHistory } from './case-history.tsx'

/** Each tab reads its list when it is opened. */
export function CaseTabs({ runId, taskId }: { runId: string; taskId: string | undefined }) {
  return (
    <Tabs defaultValue="comments">
      <TabsList aria-label="About this case">
        <TabsTrigger value="comments">
          <MessageSquareIcon aria-hidden /> Comments
        </TabsTrigger>
        <TabsTrigger value="files">
          <PaperclipIcon aria-hidden /> Files
        </TabsTrigger>
        <TabsTrigger value="history">
          <HistoryIcon aria-hidden /> History
        </TabsTrigger>
      </TabsList>
      <TabsContent value="comments" className="space-y-4">
        <CaseComments runId={runId} />
      </TabsContent>
      <TabsContent value="files" className="space-y-3">
        <CaseFiles runId={runId} />
      </TabsContent>
      <TabsContent value="history" className="space-y-3">
        <CaseHistory runId={runId} taskId={taskId} />
      </TabsContent>
    </Tabs>
  )
}
