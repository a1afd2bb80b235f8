import { ModelList } from '@fairlead/protocol/models/models'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Also those that need a key first. */
export const modelsQuery = queryOptions({
	queryKey: ['models'],
	queryFn: async ({ signal }) => (await api(ModelList, '/api/models?all=true', { signal })).models,
	staleTime: 5 * 60_000,
})
