import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { projectQuery } from './api/queries.ts'

/** Whether this person may answer approvals in the project of the address: a viewer may not. */
export function useMayAnswer(): boolean {
	const { projectId = '' } = useParams()
	return useQuery({ ...projectQuery(projectId), enabled: projectId !== '' }).data?.mayAnswer ?? true
}
