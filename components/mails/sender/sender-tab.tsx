'use client'

import { useQuery } from '@tanstack/react-query'
import { SettingsSection } from '#components/settings/settings-section'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { getMailSenderContract } from '#lib/contracts/organization/mail-sender'
import { AddressForm } from './address-form.tsx'
import { DkimKeys } from './dkim-keys.tsx'
import { MailRecords } from './mail-records.tsx'
import { ReportsForm } from './reports-form.tsx'
import { ServerForm } from './server-form.tsx'
import { TestMail } from './test-mail.tsx'

/** The parts with a line between them: each is saved by itself. */
const partsClass = 'space-y-8 pt-1 [&>section+section]:border-t [&>section+section]:pt-8'

/** How the organization sends mails: from whom, by which server, signed how, and who tells of bounces. */
export function SenderTab() {
  const query = useQuery({ ...queryOf(getMailSenderContract), refetchOnWindowFocus: false })
  return (
    <Loaded
      query={query}
      what="The sender"
      loading={<LoadingRows label="Loading the sender" rows={4} rowClass="h-9 w-96" />}
    >
      {(sender) => (
        <div className={partsClass}>
          <SettingsSection title="From whom">
            <AddressForm sender={sender} />
          </SettingsSection>
          <SettingsSection
            title="Mail server"
            description="Mails about accounts, such as links to new passwords, go by the server of this installation in any case."
          >
            <ServerForm sender={sender} />
          </SettingsSection>
          <SettingsSection
            title="Try it"
            description="A mail is really sent, with what is saved above."
          >
            <TestMail />
          </SettingsSection>
          <SettingsSection
            title="Signature (DKIM)"
            description="A signed mail proves that it is from your domain, so fewer end as spam."
          >
            <DkimKeys sender={sender} />
          </SettingsSection>
          <SettingsSection
            title="DNS records"
            description="What receivers look at before they take a mail of yours."
          >
            <MailRecords hasAddress={sender.address !== null} />
          </SettingsSection>
          <SettingsSection
            title="Bounces and complaints"
            description="How Rounds learns that a mail did not arrive."
          >
            <ReportsForm sender={sender} />
          </SettingsSection>
        </div>
      )}
    </Loaded>
  )
}
