/** Changes that the person makes by hand, with buttons and fields of the scene. */
import { hintForPeople } from '@fairlead/protocol/view/hint-for-people'
import { OwnCallAnswer } from '@fairlead/protocol/wire/own-call'
import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { useParams } from 'react-router'
import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'
import { api } from '../api/client.ts'
import { toastError } from '../api/toast-error.ts'
import { useMayEdit } from '../person/use-role.ts'
import { SharedVisit } from '../shared-visit.ts'
import { useRoom } from './room-context.tsx'

/** One of those that `isOwnCall` of the protocol lets through. */
export interface OwnChange {
	readonly tool: string
	readonly input: Readonly<Record<string, unknown>>
}

/** Visitors and people who only look on make none. */
export function useMayChange(): boolean {
	const mayEdit = useMayEdit()
	return use(SharedVisit) === null && mayEdit
}

/** One change at a time for each place that uses it. Why one failed is told here. */
export function useOwnCall() {
	const { projectId = '' } = useParams()
	const { link, state } = useRoom()
	const made = useMutation({
		mutationFn: (change: OwnChange) =>
			api(OwnCallAnswer, `/api/projects/${projectId}/calls`, {
				method: 'POST',
				body: { id: `own_${crypto.randomUUID()}`, editorKey: state?.target, ...change },
			}),
		onError: toastError,
		onSuccess: tell,
	})
	return { make: made.mutateAsync, isBusy: made.isPending, isAway: link !== 'open' }
}

function tell({ state, message = 'Unity has not answered yet', hint }: OwnCallAnswer): void {
	if (state === 'done') return
	const words =
		state === 'failed'
			? { title: message, description: hintForPeople(hint) }
			: { title: 'Not done yet', description: `${message}. It stands among your changes by hand.` }
	toasts.add({ ...words, priority: 'high', timeout: TOAST_MS })
}
