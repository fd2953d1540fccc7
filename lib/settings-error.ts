/**
 * The service cannot start as it is set up. The message is for the person at the terminal and is
 * shown without a stack.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
