/** Answers that this process is alive. Does not check the database: a restart would not help. */
export async function readHealth(): Promise<{ status: 'ok'; uptimeSeconds: number }> {
  return { status: 'ok', uptimeSeconds: Math.round(process.uptime()) }
}
