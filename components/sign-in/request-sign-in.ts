/** Why a sign-in was refused, as a sentence. `rate_limited:<seconds>` carries the wait. */
export function refusalOf(error: string): string {
  const seconds = /^rate_limited:(\d+)$/.exec(error)?.[1]
  if (seconds) {
    const minutes = Math.ceil(Number(seconds) / 60)
    return `Too many wrong tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  }
  const known: Record<string, string> = {
    CredentialsSignin: 'This e-mail address and password do not fit together.',
    not_invited: 'Nobody has added you here yet. Ask an owner to add you as a member with the e-mail address of your single sign-on account.',
  }
  return known[error] ?? 'Signing in did not work. Try again.'
}

async function post(path: string, fields: Record<string, string>): Promise<{ url?: string }> {
  const csrf = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken, json: 'true' }) })
  return (await response.json()) as { url?: string }
}

/** Signs in with a password. Resolves to the reason of a refusal, or to undefined when the cookie is set. */
export async function signInWithPassword(email: string, password: string): Promise<string | undefined> {
  const { url } = await post('/api/auth/callback/password', { email, password, callbackUrl: '/' })
  if (!url) return refusalOf('unknown')
  const error = new URL(url, window.location.href).searchParams.get('error')
  return error ? refusalOf(error) : undefined
}

/** Leaves for the provider of single sign-on, which sends the browser back to `next`. */
export async function leaveForSingleSignOn(next: string): Promise<void> {
  const { url } = await post('/api/auth/signin/oidc', { callbackUrl: next })
  if (!url) throw new Error(refusalOf('unknown'))
  window.location.assign(url)
}
