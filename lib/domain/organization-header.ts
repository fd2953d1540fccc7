/** The header in which our own pages name their organization. */
export const organizationHeader = 'rounds-organization'
