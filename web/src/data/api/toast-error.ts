import { TOAST_MS, toasts } from '../../ui/overlays/toasts.ts'
import { toApiError } from './problem.ts'

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
