import type { Metadata } from 'next'
import { PatientCostPage } from '#components/patient-cost/patient-cost-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Patient cost' }

export default async function Page() {
  await requireActor()
  return <PatientCostPage />
}
