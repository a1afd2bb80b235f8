import { MemberList } from '@fairlead/protocol/people/people'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const membersQuery = (projectId: string) =>
	queryOptions({
		queryKey: ['members', projectId],
		queryFn: async ({ signal }) =>
			(await api(MemberList, `/api/projects/${projectId}/members`, { signal })).members,
	})
