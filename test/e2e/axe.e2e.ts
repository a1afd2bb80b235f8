/** The views and states of the page, checked by axe; in the full run all of them, in both themes, on a desk and on a phone. */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import {
	claudeEnvironment,
	EDITOR_ARGS,
	MAIN_VIEWS,
	PAGE_VIEWS,
} from '../../scripts/page-views/page-views.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { IS_FULL } from '../../scripts/testing/vitest-base.ts'
import { expectAccessible } from './axe-kit.ts'
import { ownPage, WIDE } from './browser-kit.ts'
import { DEMO_ENV, ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(
		ownStack((dir) => ({
			editorArgs: EDITOR_ARGS,
			env: { ...DEMO_ENV, ...claudeEnvironment(dir) },
		})),
	)
	;({ stack, page } = own)
	return own.close
})

test.each(IS_FULL ? PAGE_VIEWS : MAIN_VIEWS)('$name', async ({ reach }) => {
	await page.setViewportSize(WIDE)
	await reach({ page, stack })
	await expectAccessible(page)
})
