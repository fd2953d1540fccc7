'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { partLater } from '#components/shared/loading/part-later'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { LoadingRows } from '#components/shared/loading/loading'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import { MailList } from './mail-list.tsx'

/** Its forms are loaded by who opens them. */
const SuppressedAddresses = partLater(
  async () => (await loadCode(() => import('./suppressed-addresses.tsx'))).SuppressedAddresses,
)
const SenderTab = dynamic(
  async () => (await loadCode(() => import('./sender/sender-tab.tsx'))).SenderTab,
  {
    // Drawn when it can answer, as above.
    ssr: false,
    loading: () => <LoadingRows label="Loading the sender" rows={4} rowClass="h-9 w-96" />,
  },
)

type Props = { canManage: boolean; canSetUp: boolean }

/** The outbox, the addresses that get no mails, and how mails are sent; the tab is in the address. */
export function MailsPage({ canManage, canSetUp }: Props) {
  const router = useRouter()
  const path = usePathname()
  const asked = useSearchParams().get('tab')
  const tabs = [
    { id: 'outbox', title: 'Outbox', body: <MailList canManage={canManage} /> },
    {
      id: 'suppressed',
      title: 'Suppressed',
      body: <SuppressedAddresses canManage={canManage} />,
    },
    ...(canSetUp ? [{ id: 'sender', title: 'Sender', body: <SenderTab /> }] : []),
  ]
  const current = tabs.find((tab) => tab.id === asked)?.id ?? 'outbox'
  return (
    <Page>
      <PageHeader title="Mails" description="What workflows wrote to people, newest first." />
      <Tabs
        value={current}
        onValueChange={(tab) => router.replace(`${path}?tab=${tab}`, { scroll: false })}
      >
        <TabsList aria-label="Mails">
          {tabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.title}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map((tab) => (
          <TabsContent key={tab.id} value={tab.id} className="space-y-4">
            {tab.body}
          </TabsContent>
        ))}
      </Tabs>
    </Page>
  )
}
