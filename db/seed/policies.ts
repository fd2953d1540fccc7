import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Tx } from '#db/client'
import { policies } from '#db/schema/documents'

const titles = {
  'prior-auth-imaging': 'Prior authorization of advanced imaging',
  'home-health-eligibility': 'Eligibility for home health services',
  'referral-intake-standards': 'Referral intake standards',
}

/** The demo's policy documents; their texts are the Markdown files beside this one. */
export async function seedPolicies(tx: Tx, organizationId: string): Promise<void> {
  const now = new Date()
  await tx.insert(policies).values(
    Object.entries(titles).map(([id, title]) => ({
      organizationId,
      id,
      title,
      text: readFileSync(path.resolve('db/seed/policies', `${id}.md`), 'utf8'),
      updatedAt: now,
    })),
  )
}
