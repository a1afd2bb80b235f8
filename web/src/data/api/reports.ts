/** The reports of an automation, with their cache keys. */
import { ReportAttemptList, ReportList } from '@fairlead/protocol/automations/reports'
import { queryOptions } from '@tanstack/react-query'
import { automationApi } from './automations.ts'
import { api } from './client.ts'

/** While a person looks at what is sent. */
const POLL_MS = 5_000

export const reportsApi = (projectId: string, automationId: string): string =>
	`${automationApi(projectId, automationId)}/reports`

export const reportsQuery = (projectId: string, automationId: string) =>
	queryOptions({
		queryKey: ['reports', projectId, automationId],
		queryFn: async ({ signal }) =>
			(await api(ReportList, reportsApi(projectId, automationId), { signal })).reports,
	})

export const attemptsQuery = (projectId: string, automationId: string, id: string) =>
	queryOptions({
		queryKey: ['attempts', projectId, automationId, id],
		queryFn: ({ signal }) =>
			api(ReportAttemptList, `${reportsApi(projectId, automationId)}/${id}/attempts`, { signal }),
		refetchInterval: POLL_MS,
	})
