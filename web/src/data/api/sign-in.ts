import { SignInOptions } from '@fairlead/protocol/people/sign-in'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The ways in that the server offers. */
export const signInOptionsQuery = queryOptions({
	queryKey: ['sign-in-options'],
	queryFn: ({ signal }) => api(SignInOptions, '/api/auth/options', { signal }),
	staleTime: 5 * 60_000,
})
