import { authDb } from '#db/client'
import { acceptRecoveryCode, isRecoveryCode } from './recovery-codes.ts'
import { countFactorTry, forgetFactorTries, type FactorTry } from './factor-tries.ts'
import { acceptTotp } from './totp.ts'

/**
 * What a code was: of the authenticator app, a recovery code (now used up), or wrong. Counted
 * before it is checked; throws 429 while the person has to wait.
 */
export async function acceptCode(
  attempt: FactorTry,
  given: string,
): Promise<'totp' | 'recovery' | 'wrong'> {
  await countFactorTry(attempt)
  const { userId } = attempt
  const kind = isRecoveryCode(given) ? 'recovery' : 'totp'
  const accepted =
    kind === 'recovery'
      ? await acceptRecoveryCode(authDb(), userId, given)
      : await acceptTotp(authDb(), userId, given.replace(/\s+/g, ''))
  if (!accepted) return 'wrong'
  await forgetFactorTries(authDb(), attempt)
  return kind
}
