import { authDb, type Database, type Tx } from '#db/client'
import type { SignInStep } from '#db/schema/factors'
import { hasFactor, loadFactors } from '../factors/factors-of-person.ts'
import { factorDueAt } from '../factors/requirement.ts'

/** What a person has shown at this sign-in, and what is wrong with their password. */
export type Shown = {
  userId: string
  factor: boolean
  recovered: boolean
  passwordFault: string | null
}

/** The step from which a sign-in goes on; each comes after those before it. */
const order: readonly SignInStep[] = ['second-factor', 'set-up-factor', 'new-password']

/**
 * What is missing before the session starts; undefined when nothing is. `done` is the step that was
 * just taken or put off, which is not asked again.
 */
export async function nextStep(
  db: Database | Tx,
  shown: Shown,
  done?: SignInStep,
): Promise<SignInStep | undefined> {
  const factors = await loadFactors(db, shown.userId)
  const due = await factorDueAt(db, shown.userId)
  const asked: Record<SignInStep, boolean> = {
    'second-factor': hasFactor(factors) && !shown.factor,
    'set-up-factor':
      shown.recovered || (!hasFactor(factors) && due !== undefined && due <= new Date()),
    'new-password': shown.passwordFault !== null,
  }
  const after = done ? order.indexOf(done) : -1
  return order.find((step, at) => at > after && asked[step])
}

/**
 * Whether a person may put this step off: a new password always, because the old one keeps working;
 * a new factor only while they have one.
 */
export async function maySkip(step: SignInStep, userId: string): Promise<boolean> {
  if (step === 'new-password') return true
  return step === 'set-up-factor' && hasFactor(await loadFactors(authDb(), userId))
}
