import type { Metadata } from 'next'
import { Suspense } from 'react'
import { SettingsPage } from '#components/settings/settings-page'
import { requireActor } from '#lib/auth/session'
import { hasPassword } from '#lib/operations/sessions/has-password'

export const metadata: Metadata = { title: 'Settings' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Suspense>
      <SettingsPage
        permissions={[...actor.permissions]}
        hasPassword={await hasPassword(actor, {})}
      />
    </Suspense>
  )
}
