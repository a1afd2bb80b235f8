/** A project that has only Unity's own bridge: the demo model makes a cube in it, once a person has approved. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { FakeUnity } from '../../relay-cli/test/fake-unity.ts'
import { NO_MODEL_KEYS } from '../../scripts/worker-vars.ts'
import { askFirst, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { ownStack, removeDir } from './stack-kit.ts'

let page: Page
let unity: FakeUnity
beforeAll(async () => {
	const folder = mkdtempSync(join(tmpdir(), 'fairlead-bridge-'))
	unity = new FakeUnity(folder)
	const env = { ...process.env, ...NO_MODEL_KEYS, ...unity.env }
	const reached = ownStack({ editor: 'none', env }).then((own) => {
		unity.install(own.stack.projectFolder)
		unity.running({ project: own.stack.projectFolder })
		return own
	})
	const own = await ownPage(reached)
	;({ page } = own)
	return async () => {
		await own.close()
		await removeDir(folder)
	}
})

const made = () => unity.executed().filter((name) => name.startsWith('create_gameobject'))

test('the demo model makes a cube through it after an approval, and the page says what it cannot promise', async () => {
	// The editor is ready before its commands have been read, and a run offers what is known when it begins.
	await page.getByText('Connected through Unity’s own bridge').first().waitFor(RUN_TIMEOUT)
	await askFirst(page)
	await say(page, 'create a cube')
	await page.locator('[data-question]').waitFor(RUN_TIMEOUT)
	expect(made()).toEqual([])
	await page.getByRole('button', { name: 'Approve', exact: true }).click(RUN_TIMEOUT)
	await expect.poll(made, RUN_TIMEOUT).toHaveLength(1)
	await runEnded(page)
	expect(made()).toHaveLength(1)

	const at = new URL(page.url())
	at.searchParams.set('pane', 'editor')
	await page.goto(at.href)
	await page.getByText('Connected through Unity’s own bridge').first().waitFor(RUN_TIMEOUT)
	await page.getByRole('treeitem').filter({ hasText: 'Cube' }).first().waitFor(RUN_TIMEOUT)
})
