import { Toast } from '@base-ui/react/toast'

/** Long enough to read a sentence and reach for Undo. */
export const TOAST_MS = 6_000

export const toasts = Toast.createToastManager()
