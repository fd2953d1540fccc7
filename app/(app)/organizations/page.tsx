import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { OrganizationsPage } from '#components/instance/organizations-page'
import { requireActor } from '#lib/auth/session'
import { isInstanceAdministrator } from '#lib/operations/instance/is-instance-administrator'

export const metadata: Metadata = { title: 'Organizations' }

export default async function Page() {
  const actor = await requireActor()
  if (!(await isInstanceAdministrator(actor))) notFound()
  return <OrganizationsPage />
}
