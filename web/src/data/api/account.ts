import { Account, PasskeyList } from '@fairlead/protocol/people/account'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

export const accountQuery = queryOptions({
	queryKey: ['account'],
	queryFn: ({ signal }) => api(Account, '/api/account', { signal }),
})

export const passkeysQuery = queryOptions({
	queryKey: ['passkeys'],
	queryFn: async ({ signal }) => (await api(PasskeyList, '/api/passkeys', { signal })).passkeys,
})

/** After a change of passkeys: the ways in have changed, too. */
export function useReadPasskeysAgain(): () => Promise<unknown> {
	const client = useQueryClient()
	return () =>
		Promise.all(
			[passkeysQuery, accountQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
		)
}
