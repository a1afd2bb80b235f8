/**
 * Every view and state of the page looks as it did when its look was accepted, from a phone to a large screen, in both
 * themes: a style that reaches further than it was meant to is seen here. `npm run screenshots -- --accept` accepts.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { claudeEnvironment, EDITOR_ARGS, PAGE_VIEWS } from '../../scripts/page-views/page-views.ts'
import {
	baselines,
	photographAtRest,
	readBaseline,
} from '../../scripts/page-views/pictures/baseline.ts'
import { SAME_EVERYWHERE } from '../../scripts/page-views/pictures/looks.ts'
import { reportDifference } from '../../scripts/page-views/pictures/report.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ownPage } from './browser-kit.ts'
import { DEMO_ENV, ownStack } from './stack-kit.ts'

let stack: Stack
let page: Page
beforeAll(async () => {
	const own = await ownPage(
		ownStack((dir) => ({
			editorArgs: EDITOR_ARGS,
			env: { ...DEMO_ENV, ...claudeEnvironment(dir) },
		})),
		'none',
		SAME_EVERYWHERE,
	)
	;({ stack, page } = own)
	return own.close
})

test.each(PAGE_VIEWS)('$name', async ({ name, reach }) => {
	await reach({ page, stack })
	const baseline = await readBaseline(name)
	if (!baseline)
		throw new Error(`No baseline yet. To make it: npm run screenshots -- --accept ${name}`)
	const seen = await photographAtRest(page, baseline)
	if (seen.differing.size > 0) throw new Error(await reportDifference(name, baseline, seen))
})

test('each baseline is that of a view', async () => {
	expect((await baselines()).toSorted()).toEqual(PAGE_VIEWS.map(({ name }) => name).toSorted())
})
