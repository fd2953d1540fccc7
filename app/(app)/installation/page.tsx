import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { InstallationPage } from '#components/instance/installation-page'
import { requireActor } from '#lib/auth/session'
import { isInstanceAdministrator } from '#lib/operations/instance/is-instance-administrator'

export const metadata: Metadata = { title: 'Installation' }

/** Not prefilled: it asks other servers, and nobody should wait for them to see the page. */
export default async function Page() {
  const actor = await requireActor()
  if (!(await isInstanceAdministrator(actor))) notFound()
  return <InstallationPage />
}
