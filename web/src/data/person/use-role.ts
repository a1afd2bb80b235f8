import { isAtLeast, type MemberRole } from '@fairlead/protocol/people/roles'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useParams } from 'react-router'
import { projectQuery } from '../api/queries.ts'
import { SharedVisit } from '../shared-visit.ts'

/** Whether this person has at least the role in the project of the address. True until that is known. */
function useIsAtLeast(least: MemberRole): boolean {
	const visit = use(SharedVisit)
	const { projectId = '' } = useParams()
	const project = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' }).data
	if (visit) return isAtLeast(visit.role, least)
	return project === undefined || (project.role !== null && isAtLeast(project.role, least))
}

/** Answer approvals, and stop runs. */
export const useMayAnswer = (): boolean => useIsAtLeast('approver')

/** Send messages, and change conversations and what belongs to the project's work. */
export const useMayEdit = (): boolean => useIsAtLeast('editor')

/** Manage the project and its people. */
export const useMayManage = (): boolean => useIsAtLeast('owner')
