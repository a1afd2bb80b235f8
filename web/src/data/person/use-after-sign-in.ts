import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { projectsQuery } from '../api/queries.ts'

/** The page after signing in: the one that was wanted, or else the person's only project. */
export function useAfterSignIn(): (to: string) => Promise<void> {
	const client = useQueryClient()
	const navigate = useNavigate()
	return useCallback(
		async (to) => {
			// Data read before belongs to nobody, or to the trial.
			client.clear()
			if (to !== '/') return navigate(to, { replace: true })
			const projects = await client.fetchQuery({ ...projectsQuery, staleTime: 0 })
			const [only] = projects
			return navigate(projects.length === 1 && only ? `/p/${only.id}` : '/', { replace: true })
		},
		[client, navigate],
	)
}
