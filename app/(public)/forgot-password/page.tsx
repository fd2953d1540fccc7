import type { Metadata } from 'next'
import { ForgotPassword } from '#components/sign-in/forgot-password'
import { canMail } from '#lib/operations/sign-in/password-resets'

export const metadata: Metadata = { title: 'Forgot your password' }
/** Whether mail can be sent is known when the service runs, not when it is built. */
export const dynamic = 'force-dynamic'

export default function Page() {
  return <ForgotPassword canMail={canMail()} />
}
