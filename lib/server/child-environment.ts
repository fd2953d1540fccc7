import { memoryEnvironment } from './memory-flags.mjs'

/**
 * The environment of a process of ours on that database: the roles that it may use, and not the
 * owner's.
 */
export function childEnvironment(urls: {
  appUrl: string
  authUrl: string
  engineUrl?: string
}): NodeJS.ProcessEnv {
  const { DATABASE_URL: _owner, ...own } = process.env
  return {
    ...own,
    ...memoryEnvironment(),
    ROUNDS_APP_URL: urls.appUrl,
    ROUNDS_AUTH_URL: urls.authUrl,
    ...(urls.engineUrl ? { ROUNDS_ENGINE_URL: urls.engineUrl } : {}),
  }
}
