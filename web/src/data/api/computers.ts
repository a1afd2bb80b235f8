/** Computers with a relay: their Unity projects, and setting one up. */
import {
	SetUpDone,
	type SetUpStep,
	UnityProjectList,
} from '@fairlead/protocol/computers/computer-set-up'
import { queryOptions } from '@tanstack/react-query'
import { readStored, writeStored } from '../../ui/layout.ts'
import { api } from './client.ts'

const pathOf = (projectId: string, relayId: string): string =>
	`/api/projects/${projectId}/computers/${encodeURIComponent(relayId)}/unity-projects`

export const unityProjectsQuery = (projectId: string, relayId: string) =>
	queryOptions({
		queryKey: ['unity-projects', projectId, relayId],
		queryFn: ({ signal }) => api(UnityProjectList, pathOf(projectId, relayId), { signal }),
		// The computer itself is asked each time: what it said before is shown meanwhile.
		staleTime: 0,
		retry: false,
	})

export const setUpUnityProject = (
	projectId: string,
	relayId: string,
	unityProjectId: string,
	step: SetUpStep,
): Promise<SetUpDone> =>
	api(SetUpDone, `${pathOf(projectId, relayId)}/${unityProjectId}`, {
		method: 'POST',
		body: { step },
	})

const storageKey = (projectId: string): string => `fairlead.unity-project.${projectId}`

/** The Unity project that was chosen last in this browser: `<relay> <id>`. */
export const lastUnityProject = (projectId: string): string | null =>
	readStored(storageKey(projectId))

export const rememberUnityProject = (projectId: string, relayId: string, id: string): void =>
	writeStored(storageKey(projectId), `${relayId} ${id}`)
