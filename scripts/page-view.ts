/** A view or state of the page, with the way to it. */
import type { Page } from 'playwright-core'
import type { Stack } from './stack.ts'

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
