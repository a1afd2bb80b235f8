import { useEffect, useLayoutEffect, useRef } from 'react'
import { DialogHistory } from './dialog-history.ts'
import { setSteps } from './steps.ts'

const dialogs = new DialogHistory(window)
setSteps(dialogs)

/** While it is open, the browser's Back closes it. */
export function useBackCloses(open: boolean, onClose: () => void): void {
	const latest = useRef(onClose)
	useEffect(() => {
		latest.current = onClose
	})
	useLayoutEffect(() => (open ? dialogs.opened(() => latest.current()) : undefined), [open])
}
