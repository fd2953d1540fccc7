import { requirePermission } from '#lib/auth/require-permission'
import type { Finding } from '#lib/contracts/instance/installation'
import { asOperation } from '../define-operation.ts'
import { examine } from '../doctor/examine.ts'
import { instancePermission, notAnAdministrator } from './define-instance-operation.ts'
import { isInstanceAdministrator } from './is-instance-administrator.ts'

type Examined = { examinedAt: string; findings: Finding[] }

/** Mail server and certificate are asked too, so one look serves everybody for a while. */
const fresh = { forMs: 5000 }
let last: { at: number; answer: Promise<Examined> } | undefined

async function look(): Promise<Examined> {
  return { findings: await examine(), examinedAt: new Date().toISOString() }
}

/**
 * Examines the installation for an instance administrator. It is no transaction: it asks other
 * servers, and nothing is written.
 */
export const examineInstallation = asOperation(
  { name: 'examineInstallation', permission: instancePermission },
  async (actor): Promise<Examined> => {
    requirePermission(actor, instancePermission)
    if (!(await isInstanceAdministrator(actor))) throw notAnAdministrator()
    if (!last || Date.now() - last.at >= fresh.forMs) last = { at: Date.now(), answer: look() }
    return await last.answer
  },
)
