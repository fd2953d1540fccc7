import { memoryEnvironment } from './memory-flags.mjs'

/**
 * The environment of one of our processes for that database: with the roles that it may use,
 * without the owner's.
 */
export function childEnvironment(urls: {
  appUrl: string
  authUrl: string
  engineUrl?: string
}): NodeJS.ProcessEnv {
  const { DATABASE_URL: _owner, DATABASE_URL_FILE: _file, ...own } = process.env
  return {
    ...own,
    ...memoryEnvironment(),
    ROUNDS_APP_URL: urls.appUrl,
    ROUNDS_AUTH_URL: urls.authUrl,
    ...(urls.engineUrl ? { ROUNDS_ENGINE_URL: urls.engineUrl } : {}),
  }
}
