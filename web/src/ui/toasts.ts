import { Toast } from '@base-ui/react/toast'
import { toApiError } from '../features/api/problem.ts'

/** Long enough to read a sentence and reach for Undo. */
export const TOAST_MS = 6_000

export const toasts = Toast.createToastManager()

/** A request that failed where no better place shows it. */
export function toastError(error: unknown): void {
	const { message, detail } = toApiError(error)
	toasts.add({
		title: message,
		...(detail === undefined ? {} : { description: detail }),
		priority: 'high',
		timeout: TOAST_MS,
	})
}
