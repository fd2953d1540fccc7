import { count } from 'drizzle-orm'
import { authDb, inOrganization, type Tx } from '#db/client'
import { apiKeys, organizations, workflows, workflowVersions } from '#db/schema/index'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { env } from '#lib/env'
import { newId, randomToken } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { seedConnections, seedFaxLine } from './connections.ts'
import { writeDemoApiKey } from './demo-api-key.ts'
import { seedMailAddress } from './mail-address.ts'
import { seedPolicies } from './policies.ts'
import { seedSecureMessages } from './secure-messages.ts'
import { seedTemplates } from './templates.ts'
import { seedSchedule } from './schedule.ts'
import { dailyBankSync } from './workflows/daily-bank-sync.ts'
import { decisionsOfTheDay } from './workflows/decisions-of-the-day.ts'
import { nightlyCheck } from './workflows/nightly-check.ts'
import { patientCostEstimate } from './workflows/patient-cost-estimate.ts'
import { referralIntake } from './workflows/referral-intake.ts'
import { referralToApproval } from './workflows/referral-to-approval.ts'

const demoWorkflows = [
  referralIntake,
  referralToApproval,
  decisionsOfTheDay,
  nightlyCheck,
  patientCostEstimate,
  dailyBankSync,
]

async function seedWorkflow(
  tx: Tx,
  organizationId: string,
  { slug, name, description, definition }: (typeof demoWorkflows)[number],
): Promise<string> {
  const id = newId()
  const versionId = newId()
  await tx.insert(workflows).values({
    id,
    organizationId,
    slug,
    name,
    description,
    draft: definition,
    publishedVersionId: versionId,
    formToken: randomToken(24),
    createdBy: 'Rounds demo',
    draftUpdatedBy: 'Rounds demo',
  })
  await tx.insert(workflowVersions).values({
    id: versionId,
    organizationId,
    workflowId: id,
    number: 1,
    definition,
    note: 'Demo',
    publishedBy: 'Rounds demo',
  })
  return id
}

/**
 * What the demo has in its organization: sandbox connections with their records, policies,
 * templates, published workflows, of which one is scheduled and one started by faxes and mails, and
 * encrypted mails.
 */
export async function fillDemo(tx: Tx, organizationId: string): Promise<void> {
  await seedConnections(tx, organizationId)
  await seedPolicies(tx, organizationId)
  await seedTemplates(tx, organizationId)
  for (const workflow of demoWorkflows) {
    const id = await seedWorkflow(tx, organizationId, workflow)
    if (workflow === decisionsOfTheDay) await seedSchedule(tx, organizationId, id)
    if (workflow === referralToApproval) {
      await seedFaxLine(tx, organizationId, id)
      await seedMailAddress(tx, organizationId, { id, slug: workflow.slug })
    }
  }
  await seedSecureMessages(tx, organizationId)
}

/**
 * Creates the demo organization on the first start, with what it has and one API key. Does nothing
 * when any organization exists. It creates the owner account only when SEED_OWNER_PASSWORD is set;
 * otherwise the first page asks for it.
 */
export async function seedDemo(): Promise<void> {
  const [existing] = await authDb().select({ organizations: count() }).from(organizations)
  if (existing && existing.organizations > 0) return
  const { SEED_API_KEY, SEED_OWNER_EMAIL, SEED_OWNER_PASSWORD } = env()
  const organization = { organizationName: 'Rounds Demo', slug: 'demo' }
  const organizationId = await createOrganizationWithOwner(
    SEED_OWNER_PASSWORD
      ? {
          ...organization,
          ownerEmail: SEED_OWNER_EMAIL,
          ownerName: 'Demo Owner',
          password: SEED_OWNER_PASSWORD,
        }
      : organization,
  )
  const key = SEED_API_KEY ?? newApiKey()
  await inOrganization(organizationId, async (tx) => {
    await fillDemo(tx, organizationId)
    await tx.insert(apiKeys).values({
      id: newId(),
      organizationId,
      name: 'Demo',
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      role: 'builder',
    })
  })
  writeDemoApiKey(key)
}
