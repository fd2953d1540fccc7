/** This process lives and answers. Asks nothing of the database: a restart would not mend that. */
export async function readHealth(): Promise<{ status: 'ok'; uptimeSeconds: number }> {
  return { status: 'ok', uptimeSeconds: Math.round(process.uptime()) }
}
