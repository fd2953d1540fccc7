/** What Rounds needs of any service that sends text messages. */
export type SmsPort = {
  /**
   * Sends one text message to a number like +12125550100. The same key never sends twice where the
   * service allows it. Throws `provider_error` or `provider_timeout`; no error names the number or
   * the text.
   */
  send(
    message: { to: string; text: string },
    call: { idempotencyKey: string; signal: AbortSignal },
  ): Promise<{ id: string }>
  test(signal: AbortSignal): Promise<string>
}
