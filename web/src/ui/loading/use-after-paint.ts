import { useEffect, useState } from 'react'

/** After this, what was waited for has failed, or takes long: the rest of the page does not wait with it. */
const LIMIT_MS = 3_000
/** A busy page still shows the rest. */
const IDLE_LIMIT_MS = 500

/** True once what is `ready` was painted and the browser has time for the rest of the page. */
export function useAfterPaint(ready: boolean): boolean {
	const [passed, setPassed] = useState(false)
	useEffect(() => {
		if (passed) return
		const pass = () => setPassed(true)
		if (!ready || !('requestIdleCallback' in globalThis)) {
			const timer = setTimeout(pass, ready ? IDLE_LIMIT_MS : LIMIT_MS)
			return () => clearTimeout(timer)
		}
		const asked = requestIdleCallback(pass, { timeout: IDLE_LIMIT_MS })
		return () => cancelIdleCallback(asked)
	}, [ready, passed])
	return passed
}
