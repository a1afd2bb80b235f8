/** A view or state of the page, with the way to it. */
import type { Locator, Page, Route } from 'playwright-core'
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

/** The attribute of the element from which a long page is shown; without one, it is shown from its top. */
export const SHOWN_FROM = 'data-shown-from'

/** Where the page is longer than the window, the window shows it from here on. */
export const showFrom = (subject: Locator): Promise<void> =>
	subject.evaluate((element, name) => {
		for (const before of document.querySelectorAll(`[${name}]`)) before.removeAttribute(name)
		element.setAttribute(name, '')
	}, SHOWN_FROM)

/** In the server's place: an error. */
export const broken = (route: Route) => route.fulfill({ status: 500, body: '' })
/** In the server's place: no answer until the next view. */
export const never = () => undefined
