/**
 * `npm run screenshots [folder] [view…]`: the page in its views and states (or in those that are named), at
 * four widths and in both themes, to be looked at. Starts its own stack with the simulated editor and the demo model.
 *
 * `npm run screenshots -- --accept [view…]`: the page as it looks now is how it should look. Writes the baseline of the
 * views that are named or, if none is, of all that look different.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from './machine/browser.ts'
import { claudeEnvironment, EDITOR_ARGS, PAGE_VIEWS } from './page-views/page-views.ts'
import {
	baselines,
	photographAtRest,
	readBaseline,
	removeBaseline,
	writeBaseline,
} from './page-views/pictures/baseline.ts'
import { LOOKS, nameOf, photograph, SAME_EVERYWHERE } from './page-views/pictures/looks.ts'
import { startStack } from './stack/stack.ts'
import { NO_MODEL_KEYS } from './stack/worker-vars.ts'

const [, , first = join(tmpdir(), 'fairlead-screenshots'), ...more] = process.argv
const accepts = first === '--accept'
const only = more

async function shoot(page: Page, name: string, whole?: boolean): Promise<void> {
	await photograph(
		page,
		(look, picture) => writeFile(join(first, `${name}-${nameOf(look)}.png`), picture),
		whole,
	)
}

/** The views whose baseline was written. */
const accepted: string[] = []

async function accept(page: Page, name: string): Promise<void> {
	const baseline = only.includes(name) ? null : await readBaseline(name)
	const { sheet, differing } = await photographAtRest(page, baseline)
	if (baseline && differing.size === 0) return
	await writeBaseline(name, sheet)
	accepted.push(name)
}

const unknown = only.filter((name) => !PAGE_VIEWS.some((view) => view.name === name))
if (unknown.length > 0) {
	const names = PAGE_VIEWS.map((view) => view.name).join(', ')
	throw new Error(`No view is called ${unknown.join(', ')}. There are: ${names}.`)
}
if (!accepts) await mkdir(first, { recursive: true })
// Some views show its path, which must be as long as in the test that compares them.
const dir = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'))
const stack = await startStack({
	port: 0,
	dir,
	editorArgs: EDITOR_ARGS,
	env: { ...process.env, ...NO_MODEL_KEYS, RATE_LIMITS: 'off', ...claudeEnvironment(dir) },
})
const browser = await launchBrowser(accepts ? 'none' : 'webgl')
try {
	const page = await (await browser.newContext(SAME_EVERYWHERE)).newPage()
	await page.goto(stack.url)
	await page.getByText('Ready').first().waitFor()
	for (const { name, reach, whole } of PAGE_VIEWS) {
		await reach({ page, stack })
		if (only.length > 0 && !only.includes(name)) continue
		await (accepts ? accept(page, name) : shoot(page, name, whole))
	}
	if (accepts) {
		const gone = (await baselines()).filter(
			(name) => !PAGE_VIEWS.some((view) => view.name === name),
		)
		for (const name of gone) await removeBaseline(name)
		console.log(`${accepted.length} accepted: ${accepted.join(', ')}`)
	} else {
		const views = only.length || PAGE_VIEWS.length
		console.log(`${views * LOOKS.length} pictures in ${first}`)
	}
} finally {
	await browser.close()
	await stack.stop()
	await rm(dir, { recursive: true, force: true })
}
