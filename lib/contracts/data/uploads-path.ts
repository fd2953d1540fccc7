/** Apart from its contract, because forms for visitors load no contracts. */
export const uploadsPath = '/api/v2/uploads'
