/** The page of a project's agents takes away the browser's notification of them: it shows more. */
import { useEffect } from 'react'
import { notifyChoice } from '../../../data/person/notify-choice.ts'

/** Failing, it stays until the person closes it. */
const close = (projectId: string): Promise<void> =>
	import('../../../data/person/push.ts')
		.then(({ closeAgentsNotice }) => closeAgentsNotice(projectId))
		.catch(() => undefined)

export function useNoticeClosed(projectId: string): void {
	useEffect(() => {
		const look = () => {
			if (!document.hidden && notifyChoice() === 'push') void close(projectId)
		}
		look()
		document.addEventListener('visibilitychange', look)
		return () => document.removeEventListener('visibilitychange', look)
	}, [projectId])
}
