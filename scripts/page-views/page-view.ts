/** A view or state of the page, with the way to it. */
import type { Page, Route } from 'playwright-core'
import type { Stack } from '../stack/stack.ts'

export interface Visit {
	readonly page: Page
	readonly stack: Stack
}

export interface PageView {
	readonly name: string
	/** From the view before it. */
	readonly reach: (visit: Visit) => Promise<unknown>
	/** The whole length of the page, not only what the window shows. */
	readonly whole?: true
}

/** In the server's place: an error. */
export const broken = (route: Route) => route.fulfill({ status: 500, body: '' })
/** In the server's place: no answer until the next view. */
export const never = () => undefined
