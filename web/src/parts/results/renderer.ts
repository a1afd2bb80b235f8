import type { CallView } from '@fairlead/protocol/view/call-view'
import type { ReactNode } from 'react'

/** How the details of one tool's calls are drawn. */
export interface Renderer {
	/** null where there is nothing worth showing beyond the line itself. */
	readonly details: (call: CallView) => ReactNode
}
