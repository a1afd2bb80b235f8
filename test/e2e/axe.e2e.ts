/** Every view and state of the page, checked by axe: in both themes, on a desk and on a phone. */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { EDITOR_ARGS, PAGE_VIEWS } from '../../scripts/page-views/page-views.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { expectAccessible } from './axe-kit.ts'
import { ownPage, WIDE } from './browser-kit.ts'
import { ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(ownStack({ editorArgs: EDITOR_ARGS }))
	;({ stack, page } = own)
	return own.close
})

test.each(PAGE_VIEWS)('$name', async ({ reach }) => {
	await page.setViewportSize(WIDE)
	await reach({ page, stack })
	await expectAccessible(page)
})
