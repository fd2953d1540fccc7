/**
 * The path to go to after signing in, which must be one of the service. Anything that a browser
 * could read as another site (`//evil`, `/\evil`, `javascript:`, control characters) becomes `/`.
 */
export function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return '/'
  const here = 'http://here.invalid'
  return URL.canParse(path, here) && new URL(path, here).origin === here ? path : '/'
}
