'use client'

import { useQuery } from '@tanstack/react-query'
import { KeySquareIcon } from 'lucide-react'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { SettingsSection } from '#components/settings/settings-section'
import { EmptyState } from '#components/ui/feedback/empty-state'
import {
  getSingleSignOnContract,
  type SingleSignOnView,
} from '#lib/contracts/organization/single-sign-on'
import { AddProvider } from './add-provider.tsx'
import { BreakGlass } from './break-glass.tsx'
import { Domains } from './domains.tsx'
import { ProviderCard } from './provider-card.tsx'

function Providers({ connections, domains }: SingleSignOnView) {
  const led = new Set(domains.map(({ provenAt, connectionId }) => provenAt && connectionId))
  return (
    <SettingsSection
      title="Identity providers"
      description="Where your people already sign in. A provider counts after a test sign-in, when you activate it."
      action={<AddProvider />}
    >
      {connections.length === 0 ? (
        <EmptyState
          icon={KeySquareIcon}
          title="No identity provider yet"
          description="Connect Entra ID, Okta, Google Workspace or another, by OpenID Connect or SAML."
        />
      ) : (
        <ul className="space-y-4" aria-label="Identity providers">
          {connections.map((connection) => (
            <li key={connection.id}>
              <ProviderCard connection={connection} hasDomain={led.has(connection.id)} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

/** How the people of the organization sign in: providers, domains, and who may do without. */
export function SingleSignOn() {
  const query = useQuery(queryOf(getSingleSignOnContract))
  return (
    <Loaded
      query={query}
      what="Single sign-on"
      loading={<LoadingRows rows={3} rowClass="h-16" label="Loading single sign-on" />}
    >
      {(settings) => (
        <div className="space-y-10">
          <Providers {...settings} />
          <Domains {...settings} />
          <BreakGlass {...settings} />
        </div>
      )}
    </Loaded>
  )
}
