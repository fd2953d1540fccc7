const refusals: Record<string, string> = {
  CredentialsSignin: 'This e-mail address and password do not fit together.',
  unavailable:
    'You cannot sign in right now: the database cannot be used. Try again in a few seconds.',
  session_ended: 'Your session has ended. Sign in to go on where you were.',
  not_invited:
    'Nobody has added you here yet. Ask an owner to add you as a member with the e-mail address ' +
    'of your single sign-on account.',
}

/** Why a sign-in was refused, as a sentence. `rate_limited:<seconds>` carries the wait. */
export function refusalOf(error: string): string {
  const seconds = /^rate_limited:(\d+)$/.exec(error)?.[1]
  if (seconds) {
    const minutes = Math.ceil(Number(seconds) / 60)
    return `Too many wrong tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
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

/**
 * Signs in with a password. Resolves to the reason of a refusal, or to undefined when the cookie is
 * set.
 */
export async function signInWithPassword(
  email: string,
  password: string,
): Promise<string | undefined> {
  const fields = { email, password, callbackUrl: '/' }
  const { url, error, message } = await post('/api/auth/callback/password', fields)
  if (!url) return message ?? refusalOf(error ?? 'unknown')
  const reason = new URL(url, window.location.href).searchParams.get('error')
  return reason ? refusalOf(reason) : undefined
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
