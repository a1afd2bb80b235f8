import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { projectsQuery } from '../api/queries.ts'
import { lastProject } from './last-project.ts'

/** The page after signing in: the one that was wanted, else the project that this browser opened last, else the only one. */
export function useAfterSignIn(): (to: string) => Promise<void> {
	const client = useQueryClient()
	const navigate = useNavigate()
	return useCallback(
		async (to) => {
			// Data read before belongs to nobody, or to the trial.
			client.clear()
			if (to !== '/') return navigate(to, { replace: true })
			const projects = await client.fetchQuery({ ...projectsQuery, staleTime: 0 })
			const last = projects.find(({ id }) => id === lastProject())
			const opened = last ?? (projects.length === 1 ? projects[0] : undefined)
			return navigate(opened ? `/p/${opened.id}` : '/', { replace: true })
		},
		[client, navigate],
	)
}
