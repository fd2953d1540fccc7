'use client'

import { HistoryIcon, MessageSquareIcon, PaperclipIcon, UserRoundIcon } from 'lucide-react'
import { partLater } from '#components/shared/loading/part-later'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { CaseComments } from './case-comments.tsx'

const CaseFiles = partLater(async () => (await import('./case-files.tsx')).CaseFiles)
const CaseHistory = partLater(async () => (await import('./case-history.tsx')).CaseHistory)
const PatientCases = partLater(async () => (await import('./patient-cases.tsx')).PatientCases)

type Props = { runId: string; taskId: string | undefined; patientKey: string | null }

/** Each tab reads its list when it is opened. */
export function CaseTabs({ runId, taskId, patientKey }: Props) {
  return (
    <Tabs defaultValue="comments" className="@container">
      <TabsList aria-label="About this case">
        <TabsTrigger value="comments">
          <MessageSquareIcon aria-hidden className="hidden @sm:block" /> Comments
        </TabsTrigger>
        <TabsTrigger value="files">
          <PaperclipIcon aria-hidden className="hidden @sm:block" /> Files
        </TabsTrigger>
        <TabsTrigger value="history">
          <HistoryIcon aria-hidden className="hidden @sm:block" /> History
        </TabsTrigger>
        {patientKey === null ? null : (
          <TabsTrigger value="patient">
            <UserRoundIcon aria-hidden className="hidden @sm:block" /> Patient
          </TabsTrigger>
        )}
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
      {patientKey === null ? null : (
        <TabsContent value="patient" className="space-y-3">
          <PatientCases runId={runId} patientKey={patientKey} />
        </TabsContent>
      )}
    </Tabs>
  )
}
