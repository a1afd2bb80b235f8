import { Account, PasskeyList } from '@fairlead/protocol/account'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const accountQuery = queryOptions({
	queryKey: ['account'],
	queryFn: ({ signal }) => api(Account, '/api/account', { signal }),
})

export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: async ({ signal }) => (await api(PasskeyList, '/api/passkeys', { signal })).passkeys,
})
