import { countOf } from '#lib/domain/count-of'

const refusals: Record<string, string> = {
  CredentialsSignin: 'This e-mail address and password do not fit together.',
  unavailable:
    'You cannot sign in right now: the database cannot be used. Try again in a few seconds.',
  session_ended: 'Your session has ended. Sign in to go on where you were.',
  not_invited:
    'Nobody has added you here yet. Ask an owner to add you as a member with the e-mail address ' +
    'of your single sign-on account.',
  sso_failed:
    'The sign-in could not be completed: it took too long, or belongs to another browser window. ' +
    'Start again.',
  sso_unavailable:
    'Your organization’s single sign-on cannot be used right now. Try again, or ask an owner.',
  sso_declined: 'You were not signed in at your organization’s provider. Start again.',
  sso_account_exists:
    'This address has an account of another organization. Sign in with it, and open your ' +
    'invitation there.',
  sso_email_unverified:
    'Your organization’s provider has not verified your e-mail address. Ask its administrator.',
  single_sign_on: 'Your organization wants you to sign in with single sign-on.',
}

/** Why a sign-in was refused, as a sentence. `rate_limited:<seconds>` carries the wait. */
export function refusalOf(error: string): string {
  const seconds = /^rate_limited:(\d+)$/.exec(error)?.[1]
  if (seconds) {
    const minutes = Math.ceil(Number(seconds) / 60)
    return `Too many wrong tries. Try again in ${countOf(minutes, 'minute')}.`
  }
  return refusals[error] ?? 'Signing in did not work. Try again.'
}

/** `error` and `message` are those of a refusal that does not come from sign-in itself. */
type Answer = { url?: string; error?: string; message?: string }

async function post(path: string, fields: Record<string, string>): Promise<Answer> {
  const csrf = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const response = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken, json: 'true' }),
  })
  return (await response.json()) as Answer
}

/** `next-step`: the password is right, and the sign-in page asks for more. */
export type SignInOutcome = { refused: string } | 'signed-in' | 'next-step'

/** Signs in with a password; then the cookie is set, of the session or of the next step. */
export async function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  const fields = { email, password, callbackUrl: '/' }
  const { url, error, message } = await post('/api/auth/callback/password', fields)
  if (!url) return { refused: message ?? refusalOf(error ?? 'unknown') }
  const reason = new URL(url, window.location.href).searchParams.get('error')
  if (reason === 'next_step') return 'next-step'
  return reason ? { refused: refusalOf(reason) } : 'signed-in'
}

/**
 * Leaves for the provider of single sign-on, which sends the browser back to `next`. Resolves to
 * the reason when it cannot.
 */
export async function leaveForSingleSignOn(next: string): Promise<string | undefined> {
  const { url, error, message } = await post('/api/auth/signin/oidc', { callbackUrl: next })
  if (!url) return message ?? refusalOf(error ?? 'unknown')
  window.location.assign(url)
  return undefined
}
